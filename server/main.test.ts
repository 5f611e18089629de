// @slow 20 s: starts whole portals
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyDatabase } from './platform/database/embedded/temporary-cluster.ts'
import { migrate } from './platform/database/index.ts'
import { explainStartError } from './platform/lifecycle/start-problem.ts'
import { createEmptyDatabase } from './testing/database.ts'
import { type Program, startProgram } from './testing/program.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'

/** Whole programs on a busy machine: these limits are there to end, not to measure. */
const patience = { timeout: 45_000 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let home: string
let dataDir: string
const started: Program[] = []

/** A first start on data of its own runs all the time; each test below it has a folder for itself. */
const made = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-made-')))
let first: Program
let url: string

beforeAll(async () => {
  dataDir = join(made, 'data')
  first = start()
  started.length = 0
  url = String((await first.ready)['url'])
})
afterAll(async () => {
  first.child.kill('SIGKILL')
  await first.ended
  await vi.waitUntil(() => processesNaming(made).length === 0, patience)
  rmSync(made, { recursive: true })
})

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-main-')))
  dataDir = join(home, 'data')
})
afterEach(async () => {
  await endAll()
  await vi.waitUntil(() => processesNaming(home).length === 0, patience)
  rmSync(home, { recursive: true })
})

async function endAll(): Promise<void> {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
}

function start(environment: NodeJS.ProcessEnv = {}): Program {
  const program = startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: dataDir,
    CLUTCH_PORT: '0',
    CLUTCH_LOG_LEVEL: 'error',
    ...environment,
  })
  started.push(program)
  return program
}

/** The command lines of processes that name a path: our PostgreSQL's do. */
function processesNaming(path: string): string[] {
  const ps = spawnSync('ps', ['-eww', '-o', 'stat=,args='], { encoding: 'utf8' })
  return ps.stdout.split('\n').filter((line) => line.includes(path) && !line.startsWith('Z'))
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

/** A connection to the portal's database as its owner, whose password only a reader of the data directory knows. */
async function connect(): Promise<pg.Client> {
  const host = join(dataDir, 'postgres')
  const password = readFileSync(join(host, 'owner.password'), 'utf8')
  const client = new pg.Client({ host, user: 'postgres', password, database: 'clutch' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Writes rows, one after the other, until the connection ends; answers how many were confirmed. */
async function writeUntilCut(client: pg.Client, name: string): Promise<number> {
  for (let written = 0; ; written++) {
    try {
      await client.query('insert into portal_settings values ($1, $2, now())', [`${name}-${written}`, 'true'])
    } catch {
      return written
    }
  }
}

async function rows(): Promise<number> {
  const client = await connect()
  const answer = await client.query<{ count: string }>('select count(*) from portal_settings')
  await client.end()
  return Number(answer.rows[0]?.count)
}

const readyz = async (at: unknown) => (await fetch(`${String(at)}/readyz`)).status

test('a first start is ready; its key is its user’s alone', async () => {
  expect(await readyz(url)).toBe(200)
  for (const file of ['secret.key', 'operator.token'])
    expect(statSync(join(made, 'data', file)).mode & 0o777).toBe(0o600)
})

test.runIf(isProving)('a second start on the same data says so and stops, the first runs on', async () => {
  dataDir = join(made, 'data')
  expect(await start().ended).toMatchObject({
    code: 1,
    stderr: `the portal of this data directory is already running (pid ${postmasterPid()})\n`,
  })
  expect(await readyz(url)).toBe(200)
})

test.runIf(isProving)('a taken port is one line', async () => {
  const { url: databaseUrl, drop } = await copyDatabase(await getTestCluster())
  const { port } = new URL(url)
  expect(await start({ DATABASE_URL: databaseUrl, CLUTCH_PORT: port }).ended).toMatchObject({
    code: 1,
    stderr: 'CLUTCH_PORT: another program listens on this port\n',
  })
  await drop()
})

test.runIf(isProving)(
  'an operator token that is turned off is not made, and one that is there not accepted',
  async () => {
    const { url: databaseUrl, drop } = await copyDatabase(await getTestCluster())
    const program = start({ DATABASE_URL: databaseUrl, CLUTCH_OPERATOR_TOKEN: 'off' })
    const { url: address } = await program.ready
    const file = join(dataDir, 'operator.token')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'x'.repeat(43))
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
    expect((await fetch(`${String(address)}/api/operator/ops`, { headers })).status).toBe(401)
    await endAll()
    await drop()
  },
)

describe('on one and the same data, life after life', () => {
  let confirmed = 0
  /** What runs on the data now: the first start, and what a test started last. */
  let portal: Program
  let at: unknown
  beforeAll(() => {
    portal = first
    at = url
  })
  beforeEach(() => {
    dataDir = join(made, 'data')
  })
  // Not after each: a test uses the portal that the one before it left running.
  afterAll(async () => {
    portal.child.kill('SIGKILL')
    await portal.ended
    await vi.waitUntil(() => processesNaming(made).length === 0, patience)
  })

  async function startNext(environment: NodeJS.ProcessEnv = {}): Promise<void> {
    portal = start(environment)
    started.length = 0
    at = (await portal.ready)['url']
  }

  test('a request in progress at SIGTERM is finished', async () => {
    const socket = connectTcp(Number(new URL(String(at)).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    const token = readFileSync(join(dataDir, 'operator.token'), 'utf8').trim()
    const body = JSON.stringify({ text: { zh: '公告', en: 'News' } })
    socket.write(
      `POST /api/operator/announcements HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nexpect: 100-continue\r\n\r\n`,
    )
    await vi.waitFor(() => expect(answer).toContain('100 Continue'), patience)
    portal.child.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${String(at)}/healthz`)).rejects.toThrow('fetch failed'), patience)
    socket.write(body)
    expect((await portal.ended).code).toBe(0)
    expect(answer).toMatch(/HTTP\/1.1 200/)
  })

  test.runIf(isProving)('a signal while starting stops it all the same', async () => {
    portal = start()
    await vi.waitFor(() => expect(postmasterPid()).toBeGreaterThan(0), { ...patience, interval: 10 })
    portal.child.kill('SIGINT')
    expect((await portal.ended).code).toBe(0)
    expect(processesNaming(made)).toEqual([])
  })

  test.runIf(isProving)('SIGINT leaves no process', async () => {
    await startNext()
    const writing = writeUntilCut(await connect(), 'interrupted')
    portal.child.kill('SIGINT')
    expect((await portal.ended).code).toBe(0)
    expect(processesNaming(made)).toEqual([])
    confirmed += await writing
  })

  test('writes made at SIGTERM are stored; a PostgreSQL that is killed alone is restarted, and the portal becomes ready again', async () => {
    await startNext({ CLUTCH_LOG_LEVEL: 'silent' })
    expect(await (await fetch(`${String(at)}/api/server/announcement`)).text()).toContain('公告')
    const pid = postmasterPid()
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(postmasterPid()).not.toBe(pid), patience)
    await vi.waitFor(async () => expect(await readyz(at)).toBe(200), patience)
  })

  test('SIGINT has lost no committed write; kill -9 loses none and takes PostgreSQL down, and a new start at once just works', async () => {
    expect(await rows()).toBeGreaterThanOrEqual(confirmed)
    const pid = postmasterPid()
    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    const before = log().length
    const writing = writeUntilCut(await connect(), 'killed')
    portal.child.kill('SIGKILL')
    confirmed += await writing
    await startNext()
    expect(await rows()).toBeGreaterThanOrEqual(confirmed)
    expect(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout).toMatch(
      /^(Z.*\s*)?$/,
    )
    expect(log().slice(before)).not.toContain('was not properly shut down')
  })

  test('a portal whose parent is gone stops in order', async () => {
    portal.child.disconnect()
    expect((await portal.ended).code).toBe(0)
    expect(processesNaming(made)).toEqual([])
  })
})

test('invalid settings are reported one per line, and nothing is started', async () => {
  const ended = await start({ CLUTCH_PORT: '99999', CLUTCH_LOG_LEVEL: 'loud' }).ended
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr.trim().split('\n')).toEqual([
    'CLUTCH_PORT: must be a whole number from 0 to 65535, not "99999"',
    expect.stringMatching(/^CLUTCH_LOG_LEVEL: must be one of fatal/),
  ])
})

// `npm test` leaves these to `npm run prove`: each starts two portals.
describe.runIf(isProving)('two at once', () => {
  test('of two first starts at once on the same data one runs and the other says so', async () => {
    const both = [start(), start()]
    const outcomes = await Promise.all(
      both.map(({ ready, ended }) => Promise.race([ready.then(() => 'ready'), ended])),
    )
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1)
    const loser = outcomes.find((outcome) => outcome !== 'ready')
    expect(loser).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^the portal of .* is already running/),
    })
  })

  test('two portals on one database of their own start at once', async () => {
    const empty = await createEmptyDatabase()
    const both = [start({ DATABASE_URL: empty.url }), start({ DATABASE_URL: empty.url })]
    for (const { ready } of both) expect(await readyz((await ready)['url'])).toBe(200)
    for (const { child, ended } of both) {
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
    await empty.drop()
  })
})

test.runIf(isProving)('a database that cannot be reached is one line', async () => {
  const ended = await start({ DATABASE_URL: 'postgres://clutch:hidden@127.0.0.1:1/clutch' }).ended
  expect(ended).toMatchObject({ code: 1, stderr: 'DATABASE_URL: no database answers there\n' })
})

test.each([
  'postgres://clutch:hidden@localhost:1/clutch',
  'postgres://clutch:hidden@localhost/clutch?host=/nowhere',
])('so it is wherever it should be (%s)', async (connectionString) => {
  const error: unknown = await migrate({ connectionString }).catch((thrown: unknown) => thrown)
  expect(explainStartError(error)).toEqual(['DATABASE_URL: no database answers there'])
})

test('K an older Node.js says which one the portal needs', () => {
  const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})'
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', older, join(import.meta.dirname, 'main.js')],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Clutch needs Node\.js 24 or newer, this is 20\.20\.2\. Run "npm run serve"/),
  ])
})
