// @slow 15 s: makes and restores whole backups
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type S3Emulator, startS3Emulator } from '@clutch/emulators/s3/index.ts'
import { type DatabaseAddress, openDatabase } from '../../platform/database/index.ts'
import { migrateWithClient } from '../../platform/database/migrate.ts'
import { KeyRing, makeSecretKey } from '../../platform/keys/keys.ts'
import { s3Settings } from '../../platform/files/testing/s3-settings.ts'
import { waitForBlockedQueries } from '../../testing/blocked-queries.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { checkArchive, fileSource } from './archive/read-archive.ts'
import { findDueByPlan, getBackupHealth } from './backup-plan.ts'
import { dropLeftovers, makeDueBackup } from './backups.worker.ts'
import { listBackups, requestBackupNow } from './backups.service.ts'
import { logSealingKeys } from './key-check.ts'
import { endBackup, requestBackup, startBackup } from './stores/backups.store.ts'
import { query, withClient } from './testing/backup-fixture.ts'

const hour = 3_600_000
let context: TestContext
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clutch-scheduled-'))
  context = await createTestContext()
  context.clock.set(new Date('2026-11-24T04:40:00+08:00'))
  configure({ env: 'production', dataDir: folder, backupTimes: ['04:40'] })
})
afterEach(async () => {
  await context.destroy()
  await rm(folder, { recursive: true })
})

/** A store is opened once for a config. */
function configure(over: Partial<TestContext['config']>): void {
  context.config = { ...context.config, ...over }
}

const pass = () => makeDueBackup(context, new AbortController().signal)
const passAll = async () => {
  let count = 0
  while (await pass()) count += 1
  return count
}
const stored = async () => (await readdir(join(folder, 'backups'))).toSorted()
const states = async () => (await listBackups(context)).map(({ kind, state }) => `${kind} ${state}`)
const health = async () => (await getBackupHealth(context)).map(({ state }) => state)

test('a portal makes its first backup at once and tests it, then one each day at its time and a test each week', async () => {
  expect(await health()).toEqual(['late', 'late'])
  expect(await passAll()).toBe(2)
  expect(await states()).toEqual(['verification done', 'backup done'])
  expect(await stored()).toEqual(['clutch-2026-11-23T20-40-00Z.tar.zst'])
  const [name = ''] = await stored()
  await expect(checkArchive(fileSource(join(folder, 'backups', name)))).resolves.toMatchObject({ format: 1 })
  expect(await health()).toEqual(['good', 'good'])
  context.clock.advance(24 * hour - 60_000)
  expect(await passAll()).toBe(0)
  context.clock.advance(60_000)
  expect(await passAll()).toBe(1)
  configure({ backupKeep: { days: 2, weeks: 0, months: 0 } })
  context.clock.advance(24 * hour)
  await passAll()
  expect(await stored()).toEqual([
    'clutch-2026-11-24T20-40-00Z.tar.zst',
    'clutch-2026-11-25T20-40-00Z.tar.zst',
  ])
  context.clock.advance(5 * 24 * hour)
  expect(await passAll()).toBe(2)
  const databases = await query<{ name: string }>(
    context.database.address,
    `select datname as name from pg_database where datname like current_database() || '%'`,
  )
  expect(databases).toHaveLength(1)
})

test.runIf(isProving)('a backup that is not there two hours after its time is overdue', async () => {
  await passAll()
  context.clock.advance(26 * hour - 1)
  expect(await health()).toEqual(['good', 'good'])
  context.clock.advance(1)
  expect(await health()).toEqual(['bad', 'good'])
  await passAll()
  expect(await health()).toEqual(['good', 'good'])
  configure({ backupTimes: [] })
  expect(await health()).toEqual(['off', 'off'])
})

test('in development, and without times, backups are made only when an operator asks', async () => {
  configure({ env: 'development' })
  expect(await passAll()).toBe(0)
  const { database, clock } = context
  const [first, again] = await database.transaction().execute(async (tx) => {
    const waiting = await requestBackup(tx, 'backup', clock.now())
    const concurrent = requestBackupNow(context, 'backup')
    await Promise.race([concurrent, waitForBlockedQueries(context, 1)])
    return [waiting, { concurrent }] as const
  })
  expect((await again.concurrent).id).toBe(first.id)
  expect((await requestBackupNow(context, 'backup')).id).toBe(first.id)
  expect(await passAll()).toBe(1)
  expect(await states()).toEqual(['backup done'])
})

test.runIf(isProving)(
  'encrypted backups are tested by the stored file: by a key of the test alone, or by that of the settings',
  async () => {
    const identity = await generateIdentity()
    configure({
      backupRecipients: [await identityToRecipient(identity)],
      backupDir: join(folder, 'backups'),
      // Nothing can be written there: the test leaves no readable copy beside the backups.
      dataDir: '/dev/null/data',
    })
    expect(await passAll()).toBe(2)
    expect(await states()).toEqual(['verification done', 'backup done'])
    const [name = ''] = await stored()
    expect(name).toMatch(/\.tar\.zst\.age$/)
    await expect(checkArchive(fileSource(join(folder, 'backups', name), [identity]))).resolves.toBeDefined()
    configure({ backupIdentity: identity })
    await requestBackupNow(context, 'verification')
    await passAll()
    expect((await listBackups(context))[0]).toMatchObject({ kind: 'verification', state: 'done', name })
    configure({ backupIdentity: await generateIdentity() })
    await requestBackupNow(context, 'verification')
    await passAll()
    expect((await listBackups(context))[0]).toMatchObject({
      state: 'failed',
      error: 'the backup is encrypted to another key',
    })
  },
)

/** Records a backup or a test that was not made, and how it ended. */
async function record(kind: 'backup' | 'verification', failure?: string): Promise<void> {
  const at = context.clock.now()
  const { id } = await requestBackup(context.database, kind, at)
  await startBackup(context.database, id, at)
  const result = failure === undefined ? { name: 'x', size: 1, sha256: '' } : { error: failure }
  await endBackup(context.database, id, { at, ...result })
}

test('what a killed process left does not count, and its part is removed', async () => {
  expect(await pass()).toBe(true)
  const [name = ''] = await stored()
  await record('verification')
  const part = `${name.replace('23T20', '24T20')}.${'0'.repeat(16)}.part`
  await writeFile(join(folder, 'backups', part), 'a half')
  const request = await requestBackupNow(context, 'backup')
  await query(context.database.address, `update backups set state = 'running' where id = '${request.id}'`)
  context.clock.advance(24 * hour)
  // A backup that ends its process is not begun again at once.
  expect(await passAll()).toBe(0)
  context.clock.advance(15 * 60_000)
  expect(await passAll()).toBe(1)
  expect(await stored()).toEqual([name, 'clutch-2026-11-24T20-55-00Z.tar.zst'])
  expect((await listBackups(context)).find(({ id }) => id === request.id)?.error).toBe(
    'the process that made it ended',
  )
})

test.runIf(isProving)('an ordinary user of PostgreSQL tests backups if it may create databases', async () => {
  const owner = context.database.address
  const [user, name] = ['clutch_ordinary', `ordinary_${Date.now()}`]
  await query(owner, `create role ${user} login`)
  await query(owner, `create database ${name} owner ${user}`)
  const address = { ...owner, user, database: name } as DatabaseAddress
  await withClient(address, (client) => migrateWithClient(client))
  const ordinary = { ...context, database: openDatabase(address, context.log, 3) }
  try {
    await requestBackupNow(ordinary, 'verification')
    while (await makeDueBackup(ordinary, new AbortController().signal));
    const denied = (await listBackups(ordinary)).find(({ kind }) => kind === 'verification')
    expect(denied?.error).toMatch(/no scratch database for the test: permission denied/)
    await query(owner, `alter role ${user} createdb`)
    await requestBackupNow(ordinary, 'verification')
    expect(await makeDueBackup(ordinary, new AbortController().signal)).toBe(true)
    expect((await listBackups(ordinary))[0]).toMatchObject({ kind: 'verification', state: 'done' })
  } finally {
    await ordinary.database.destroy()
    await query(owner, `drop database ${name}`)
    await query(owner, `drop role ${user}`)
  }
})

test('a start names the keys that stored secrets need: a warning for one that is not here, a line for an older one', async () => {
  const [gone, old, current] = [makeSecretKey(), makeSecretKey(), makeSecretKey()]
  const sealedBy = (text: string) => `'${new KeyRing(text).seal('x', 'here')}'`
  await query(
    context.database.address,
    `insert into push_keys values ('a', ${sealedBy(gone)}, now()), ('b', ${sealedBy(old)}, now()), ('c', ${sealedBy(current)}, now())`,
  )
  const [warn, info] = [
    vi.spyOn(context.log, 'warn').mockReturnValue(),
    vi.spyOn(context.log, 'info').mockReturnValue(),
  ]
  await logSealingKeys({ ...context, keys: new KeyRing(`new:${current},old:${old}`) })
  const idOf = (key: string) => new KeyRing(key).signingKeys('any')[0]?.id
  expect(warn.mock.calls).toEqual([
    [
      { key: idOf(gone), secrets: ['1 the key for push services: the portal makes another one'] },
      expect.stringMatching(/not in CLUTCH_SECRET_KEY.*CURRENT,OLD/),
    ],
  ])
  expect(info.mock.calls).toEqual([[{ key: idOf(old), secrets: 1 }, expect.stringContaining('keep it')]])
})

test('one process at a time makes backups', async () => {
  const lock = await context.database.tryLock('backups')
  expect(await pass()).toBe(false)
  await lock?.release()
  expect(await pass()).toBe(true)
})

async function withBucket(work: (emulator: S3Emulator) => Promise<void>): Promise<void> {
  const emulator = await startS3Emulator()
  configure(s3Settings(emulator.url, emulator.options))
  try {
    await work(emulator)
  } finally {
    await emulator.stop()
  }
}

test('failed backups are repeated after a quarter of an hour, an hour, and then every four hours', async () => {
  for (const wait of [hour / 4, hour, 4 * hour, 4 * hour]) {
    expect(await findDueByPlan(context)).toBe('backup')
    await record('backup', 'the disk is full')
    context.clock.advance(wait - 1)
    expect(await findDueByPlan(context)).toBe(null)
    context.clock.advance(1)
  }
})

test('a test follows a backup that ends late, and any backup once the last test is over eight days old', async () => {
  context.clock.advance(9 * hour)
  await record('backup')
  expect(await findDueByPlan(context)).toBe('verification')
  await record('verification')
  for (let day = 1; day <= 8; day += 1) {
    context.clock.advance(15 * hour)
    await record('backup')
    context.clock.advance(9 * hour)
    expect(await findDueByPlan(context)).toBe(null)
  }
  context.clock.advance(1)
  expect(await findDueByPlan(context)).toBe('verification')
})

test('a backup that cannot remove old ones is done and says so', () =>
  withBucket(async (emulator) => {
    configure({ backupKeep: { days: 1, weeks: 0, months: 0 } })
    emulator.bucket.put('portal/backups/clutch-2026-11-20T00-00-00Z.tar.zst', Buffer.from('old'), {}, {})
    emulator.setFaults({ deleteDenied: true })
    expect(await pass()).toBe(true)
    const [made] = await listBackups(context)
    expect(made).toMatchObject({
      state: 'done',
      error: expect.stringMatching(/^old backups were not removed: S3 answered AccessDenied/),
    })
    expect(await findDueByPlan(context)).toBe('verification')
    expect(await getBackupHealth(context)).toMatchObject([{ state: 'late', problem: made?.error }, {}])
  }))

test('a bucket that is only left in the settings stops no backup into the folder; a disk with too little space does', () =>
  withBucket(async (emulator) => {
    configure({ fileStore: 'folder' })
    emulator.setFaults({ denied: true })
    const warn = vi.spyOn(context.log, 'warn').mockReturnValue()
    await record('backup')
    const gigabyte = 1024 ** 3
    for (const [free, outcome] of [
      [gigabyte - 1, { state: 'failed', error: expect.stringMatching(/has 1\.0 GB free of the 1\.0 GB/) }],
      [2 * gigabyte, { state: 'done', error: '' }],
    ] as const) {
      await requestBackupNow(context, 'backup')
      const measured = { ...context, readFreeBytes: () => Promise.resolve(free) }
      expect(await makeDueBackup(measured, new AbortController().signal)).toBe(true)
      expect((await listBackups(context))[0]).toMatchObject(outcome)
      context.clock.advance(hour)
    }
    expect(await stored()).toHaveLength(1)
    // A worker with another folder made it.
    expect(warn).toHaveBeenCalledWith(
      { folder: expect.any(String), backup: 'x' },
      expect.stringMatching(/same CLUTCH_BACKUP_DIR/),
    )
  }))

const listScratch = () =>
  query<{ name: string }>(
    context.database.address,
    `select datname as name from pg_database where datname like current_database() || '\\_%'`,
  )

test('a test that is aborted while it reads or restores leaves no database; one of a killed process is dropped at start', () =>
  withBucket(async (emulator) => {
    expect(await pass()).toBe(true)
    for (const stallDownloadAfter of [0, 1]) {
      emulator.setFaults({ stallDownloadAfter })
      await requestBackupNow(context, 'verification')
      const abort = new AbortController()
      const before = emulator.log.length
      const isStalled = () =>
        emulator.log.slice(before).filter((line) => line.includes('GetObject')).length > stallDownloadAfter
      const passed = makeDueBackup(context, abort.signal)
      await vi.waitUntil(isStalled, { timeout: 20_000 })
      expect(await listScratch()).toHaveLength(1)
      abort.abort()
      expect(await passed).toBe(true)
      expect((await listBackups(context))[0]).toMatchObject({ kind: 'verification', state: 'failed' })
      expect(await listScratch()).toEqual([])
      context.clock.advance(hour)
    }
    const { database } = context.database.address as { database: string }
    await query(context.database.address, `create database ${database}_backup_test`)
    expect(await dropLeftovers(context)).toBe(true)
    expect(await listScratch()).toEqual([])
  }))

test.runIf(isProving)(
  'in a bucket a backup counts once it was read back; a failure is repeated after a quarter of an hour',
  () =>
    withBucket(async (emulator) => {
      const keys = () => [...emulator.bucket.objects.keys()]
      for (const [faults, why, wait] of [
        [{ changeByte: true }, /returned other bytes/, hour / 4],
        [{ denied: true }, /AccessDenied/, hour],
        [{ loseByte: true }, /S3 holds \d+ bytes of the \d+/, 4 * hour],
      ] as const) {
        emulator.setFaults(faults)
        expect(await passAll()).toBe(1)
        expect((await listBackups(context))[0]).toMatchObject({
          state: 'failed',
          error: expect.stringMatching(why),
        })
        expect([keys(), emulator.bucket.uploads.size]).toEqual([[], 0])
        context.clock.advance(wait)
      }
      expect(await health()).toEqual(['bad', 'late'])
      emulator.setFaults({ lyingTags: true })
      expect(await passAll()).toBe(2)
      expect(keys()).toEqual(['portal/backups/clutch-2026-11-24T01-55-00Z.tar.zst'])
      expect(await health()).toEqual(['good', 'good'])
    }),
)
