import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmptyDatabase } from './testing/database.ts'
import { startProgram } from './testing/program.ts'
import type { Program } from './testing/program.ts'

/** Whole programs on a busy machine: these limits are there to end, not to measure. */
const patience = { timeout: 45_000 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let home: string
let dataDir: string
const started: Program[] = []

const made = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-made-')))

/** The data of a portal that ran once: copied for each test that does not need a first start. */
beforeAll(async () => {
  dataDir = made
  const portal = start()
  await portal.ready
  portal.child.kill('SIGTERM')
  await portal.ended
})
afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-main-')))
  dataDir = join(home, 'data')
  spawnSync('cp', ['-a', made, dataDir])
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
  await vi.waitUntil(() => processesNaming(home).length === 0, patience)
  rmSync(home, { recursive: true })
})

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
async function connect(socketFolder = join(dataDir, 'postgres')): Promise<pg.Client> {
  const password = readFileSync(join(dataDir, 'postgres/owner.password'), 'utf8')
  const client = new pg.Client({ host: socketFolder, user: 'postgres', password, database: 'clutch' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Writes rows, one after the other, until the connection ends; answers how many were confirmed. */
async function writeUntilCut(client: pg.Client): Promise<number> {
  for (let written = 0; ; written++) {
    try {
      await client.query('insert into portal_settings values ($1, $2, now())', [`row-${written}`, 'true'])
    } catch {
      return written
    }
  }
}

async function rowsAfterRestart(): Promise<number> {
  const again = start()
  await again.ready
  const client = await connect()
  const answer = await client.query<{ count: string }>('select count(*) from portal_settings')
  await client.end()
  again.child.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
  return Number(answer.rows[0]?.count)
}

describe('the embedded database', () => {
  test('starts in a directory only its user may enter, is reached by its socket alone, and the portal is no superuser', async () => {
    mkdirSync(join(home, 'closed'), { mode: 0o700 })
    dataDir = join(home, 'closed/data')
    const portal = start()
    const { url } = await portal.ready
    expect((await fetch(`${String(url)}/readyz`)).status).toBe(200)
    const client = await connect()
    const answer = await client.query(
      `select rolsuper, rolcreatedb, rolcreaterole, pg_get_userbyid(datdba) as owner,
         current_setting('listen_addresses') as listens, datlocprovider, current_setting('server_encoding') as encoding
       from pg_roles, pg_database where rolname = 'clutch' and datname = 'clutch'`,
    )
    await client.end()
    expect(answer.rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        owner: 'clutch',
        listens: '',
        datlocprovider: 'b',
        encoding: 'UTF8',
      },
    ])
    for (const file of ['postgres/owner.password', 'secret.key']) {
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  })

  test('SIGINT loses no committed write and leaves no process', async () => {
    const portal = start()
    await portal.ready
    const writing = writeUntilCut(await connect())
    portal.child.kill('SIGINT')
    expect((await portal.ended).code).toBe(0)
    expect(processesNaming(home)).toEqual([])
    const confirmed = await writing
    expect(await rowsAfterRestart()).toBeGreaterThanOrEqual(confirmed)
  })

  test('kill -9 of the portal takes it down, loses no committed write, and a new start just works', async () => {
    const portal = start()
    await portal.ready
    const pid = postmasterPid()
    const writing = writeUntilCut(await connect())
    portal.child.kill('SIGKILL')
    const confirmed = await writing
    expect(await rowsAfterRestart()).toBeGreaterThanOrEqual(confirmed)
    expect(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout).toMatch(
      /^(Z.*\s*)?$/,
    )
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('was not properly shut down')
  })

  test('a second start on the same data says so and stops, the first runs on', async () => {
    const portal = start()
    const { url } = await portal.ready
    const second = await start().ended
    expect(second).toMatchObject({
      code: 1,
      stderr: `the portal of this data directory is already running (pid ${postmasterPid()})\n`,
    })
    expect((await fetch(`${String(url)}/readyz`)).status).toBe(200)
  })

  test('of two first starts at once on the same data one runs and the other says so', async () => {
    dataDir = join(home, 'fresh')
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

  test.each([
    ['dead', () => 4_194_303],
    ['of another program', () => process.pid],
  ])('a pid file whose process is %s is removed', async (_which, pid) => {
    writeFileSync(
      join(dataDir, 'postgres/postmaster.pid'),
      `${pid()}\n${join(dataDir, 'postgres')}\n0\n5432\n\n\n\nready\n`,
    )
    expect(await start().ready).toMatchObject({ ready: true })
  })

  test.each([
    ['dead', () => 4_194_303],
    ['of another program', () => process.pid],
  ])('a lock of the socket whose process is %s is removed', async (_which, pid) => {
    const folder = join(dataDir, 'postgres')
    writeFileSync(join(folder, '.s.PGSQL.5432.lock'), `${pid()}\n${folder}\n0\n5432\n${folder}\n`)
    expect(await start().ready).toMatchObject({ ready: true })
  })

  test('a path too long for a socket gets one elsewhere, and it is removed at the end', async () => {
    dataDir = join(home, 'long'.repeat(25), 'data')
    const portal = start({ TMPDIR: home })
    const { url } = await portal.ready
    expect((await fetch(`${String(url)}/readyz`)).status).toBe(200)
    const socketFolder = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    expect(socketFolder.startsWith(join(home, 'clutch-'))).toBe(true)
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    portal.child.kill('SIGTERM')
    await portal.ended
    expect(() => statSync(socketFolder)).toThrow('ENOENT')
  })

  test('killed on its own it is started again and the portal is ready again', async () => {
    const portal = start({ CLUTCH_LOG_LEVEL: 'silent' })
    const { url } = await portal.ready
    const pid = postmasterPid()
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(postmasterPid()).not.toBe(pid), patience)
    await vi.waitFor(async () => expect((await fetch(`${String(url)}/readyz`)).status).toBe(200), {
      timeout: 10_000,
    })
  })
})

test.runIf(process.getuid?.() === 0)(
  'where root may not start it the portal says so in one line',
  async () => {
    const stubs = join(home, 'stubs')
    mkdirSync(stubs)
    writeFileSync(join(stubs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const refused = await start({ PATH: `${stubs}:${process.env['PATH']}` }).ended
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'PostgreSQL cannot run as root here: run as another user or set DATABASE_URL\n',
    })
  },
)

test('a portal whose parent is gone stops in order', async () => {
  const portal = start()
  await portal.ready
  portal.child.disconnect()
  expect((await portal.ended).code).toBe(0)
  expect(processesNaming(home)).toEqual([])
})

test('a request in progress at SIGTERM is finished and its write kept', async () => {
  const portal = start()
  const { url } = await portal.ready
  const { port } = new URL(String(url))
  const body = JSON.stringify({ text: { zh: '公告', en: 'News' } })
  const socket = connectTcp(Number(port), '127.0.0.1')
  const token = readFileSync(join(dataDir, 'operator.token'), 'utf8').trim()
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.write(
    `POST /api/operator/announcements HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await vi.waitFor(() => expect(answer).toContain('100 Continue'), patience)
  portal.child.kill('SIGTERM')
  await vi.waitFor(() => expect(fetch(`${String(url)}/healthz`)).rejects.toThrow('fetch failed'), patience)
  socket.write(body)
  expect((await portal.ended).code).toBe(0)
  expect(answer).toMatch(/HTTP\/1.1 200/)
  const again = start()
  const announcements = await fetch(`${String((await again.ready)['url'])}/api/server/announcement`)
  expect(await announcements.text()).toContain('公告')
})

test('a signal while starting stops it all the same', async () => {
  const portal = start()
  await vi.waitFor(() => expect(postmasterPid()).toBeGreaterThan(0), { ...patience, interval: 10 })
  portal.child.kill('SIGINT')
  expect((await portal.ended).code).toBe(0)
  expect(processesNaming(home)).toEqual([])
})

test('wrong settings are told one a line, and nothing is started', async () => {
  const ended = await start({ CLUTCH_PORT: '99999', CLUTCH_LOG_LEVEL: 'loud' }).ended
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr.trim().split('\n')).toEqual([
    'CLUTCH_PORT: must be a whole number from 0 to 65535, not "99999"',
    expect.stringMatching(/^CLUTCH_LOG_LEVEL: must be one of fatal/),
  ])
})

test('two portals on one database of their own start at once', async () => {
  const empty = await createEmptyDatabase()
  const both = [start({ DATABASE_URL: empty.url }), start({ DATABASE_URL: empty.url })]
  for (const { ready } of both) {
    const { url } = await ready
    expect((await fetch(`${String(url)}/readyz`)).status).toBe(200)
  }
  for (const { child, ended } of both) {
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  }
  await empty.drop()
})

test.each([
  ['postgres://clutch:hidden@127.0.0.1:1/clutch', 'DATABASE_URL: no database answers there\n'],
  ['postgres://clutch:hidden@localhost:1/clutch', 'DATABASE_URL: no database answers there\n'],
  ['postgres://clutch:hidden@localhost/clutch?host=/nowhere', 'DATABASE_URL: no database answers there\n'],
])('a database that cannot be reached is one line (%s)', async (databaseUrl, line) => {
  expect(await start({ DATABASE_URL: databaseUrl }).ended).toMatchObject({ code: 1, stderr: line })
})

test('a taken port is one line', async () => {
  const empty = await createEmptyDatabase()
  const first = start({ DATABASE_URL: empty.url })
  const { port } = new URL(String((await first.ready)['url']))
  expect(await start({ DATABASE_URL: empty.url, CLUTCH_PORT: port }).ended).toMatchObject({
    code: 1,
    stderr: 'CLUTCH_PORT: another program listens on this port\n',
  })
  first.child.kill('SIGTERM')
  await first.ended
  await empty.drop()
})
