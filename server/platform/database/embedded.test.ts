import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { type EmbeddedDatabase, chooseSharedBuffers, startEmbedded } from './embedded.ts'
import { startCluster } from './embedded/cluster.ts'
import { ownerPasswordOf } from './embedded/folder.ts'
import { bundledPrograms } from './embedded/program.ts'

const made = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-made-')))
let home: string
let dataDir: string
let running: EmbeddedDatabase | undefined
/** What the first start reported about itself. */
let logLines: Record<string, unknown>[]

/** The data of a first start, in a directory that only its user may enter: copied for each test that starts again. */
beforeAll(async () => {
  dataDir = join(made, 'data')
  const first = await start()
  logLines = await ask(first.address)
  await first.stop()
})
afterAll(() => rmSync(made, { recursive: true }))

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-embedded-')))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const start = () => startEmbedded(dataDir, pino({ level: 'silent' }))
const folder = () => join(dataDir, 'postgres')

/** From now on it is about a copy of that data, there. */
function copyTo(path: string): void {
  mkdirSync(path, { recursive: true })
  spawnSync('cp', ['-a', join(made, 'data'), path])
  dataDir = join(path, 'data')
}

async function ask(address: pg.ClientConfig): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(
    `select rolsuper, rolcreatedb, rolcreaterole, pg_get_userbyid(datdba) as owner,
       current_setting('listen_addresses') as listens, datlocprovider, current_setting('server_encoding') as encoding
     from pg_roles, pg_database where rolname = 'clutch' and datname = 'clutch'`,
  )
  await client.end()
  return rows
}

test('it is reached by its socket alone, its files are its user’s alone, and the portal is no superuser', () => {
  expect(statSync(made).mode & 0o777).toBe(0o700)
  expect(logLines).toEqual([
    {
      rolsuper: false,
      rolcreatedb: true,
      rolcreaterole: false,
      owner: 'clutch',
      listens: '',
      datlocprovider: 'b',
      encoding: 'UTF8',
    },
  ])
  expect(statSync(join(made, 'data/postgres/owner.password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(made, 'data/postgres')).mode & 0o777).toBe(0o700)
})

const pids = [
  ['dead', () => 4_194_303],
  ['of another program', () => process.pid],
] as const

test.each(sampleCases(pids))('a pid file whose process is %s is removed', async (_which, pid) => {
  copyTo(home)
  writeFileSync(join(folder(), 'postmaster.pid'), `${pid()}\n${folder()}\n0\n5432\n\n\n\nready\n`)
  running = await start()
  expect(await ask(running.address)).toHaveLength(1)
})

test.each(sampleCases(pids, 2, 1))(
  'a lock of the socket whose process is %s is removed',
  async (_which, pid) => {
    copyTo(home)
    writeFileSync(join(folder(), '.s.PGSQL.5432.lock'), `${pid()}\n${folder()}\n0\n5432\n${folder()}\n`)
    running = await start()
    expect(await ask(running.address)).toHaveLength(1)
  },
)

test('a path too long for a socket gets one elsewhere, and it is removed at the end', async () => {
  copyTo(join(home, 'long'.repeat(25)))
  vi.stubEnv('TMPDIR', home)
  running = await start()
  expect(await ask(running.address)).toHaveLength(1)
  const socketFolder = readFileSync(join(folder(), 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  expect(socketFolder.startsWith(join(home, 'clutch-'))).toBe(true)
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  await running.stop()
  running = undefined
  expect(() => statSync(socketFolder)).toThrow('ENOENT')
})

test.runIf(process.getuid?.() === 0)('where root may not start it that is said in one line', async () => {
  copyTo(home)
  const stubs = join(home, 'stubs')
  mkdirSync(stubs)
  writeFileSync(join(stubs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${stubs}:${process.env['PATH']}`)
  await expect(start()).rejects.toMatchObject({
    name: 'EmbeddedRefused',
    message: 'PostgreSQL cannot run as root here: run as another user or set DATABASE_URL',
  })
})

test.runIf(isProving)('a recovery from a crash may take longer than PostgreSQL may be silent', async () => {
  copyTo(home)
  // A standby without a primary answers as one that recovers does, until it is promoted.
  writeFileSync(join(folder(), 'standby.signal'), '')
  const owner = {
    host: folder(),
    port: 5432,
    user: 'postgres',
    password: ownerPasswordOf(folder()),
    database: 'postgres',
  }
  const onLongRecovery = vi.fn<() => void>()
  const starting = startCluster(
    {
      programs: bundledPrograms(),
      folder: folder(),
      socketFolder: folder(),
      logFile: join(home, 'postgres.log'),
      settings: { hot_standby: 'off' },
      onLongRecovery,
      answerWithinMs: 8_000,
    },
    owner,
  )
  await vi.waitUntil(() => onLongRecovery.mock.calls.length === 1, { timeout: 50_000 })
  const longer = performance.now() + 9_000
  await vi.waitUntil(() => performance.now() > longer, { timeout: 50_000 })
  writeFileSync(join(folder(), 'promote'), '')
  process.kill(Number(readFileSync(join(folder(), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGUSR1')
  const cluster = await starting
  expect(await ask(owner)).toHaveLength(1)
  await cluster.stop()
})

test('PostgreSQL keeps pages in an eighth of the memory, within limits', () => {
  expect([1, 4, 64].map((gigabytes) => chooseSharedBuffers(gigabytes * 1024 ** 3))).toEqual([
    '256MB',
    '512MB',
    '1024MB',
  ])
})
