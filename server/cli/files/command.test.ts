import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { S3Faults } from '@clutch/emulators/s3/faults.ts'
import { type S3Emulator, startS3Emulator } from '@clutch/emulators/s3/index.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'
import { startProgram } from '../../testing/program.ts'
import { BackupFixture } from '../../domains/backups/testing/backup-fixture.ts'
import { runFiles } from './command.ts'

let emulator: S3Emulator
let home: string
let databases: BackupFixture
let databaseUrl: string

beforeAll(async () => {
  emulator = await startS3Emulator()
  databases = new BackupFixture()
  const { host, port, user, database } = (await databases.empty(await getTestCluster())) as Record<
    string,
    string
  >
  const query = new URLSearchParams({ host: host ?? '', port: String(port) }).toString()
  databaseUrl = `postgres://${user}@localhost/${database}?${query}`
})
beforeEach(async () => {
  emulator.setFaults({})
  emulator.bucket.objects.clear()
  home = await mkdtemp(join(tmpdir(), 'clutch-move-'))
})
afterEach(() => rm(home, { recursive: true }))
afterAll(async () => {
  await emulator.stop()
  await databases.close()
})

const environment = () => ({
  CLUTCH_DATA_DIR: home,
  DATABASE_URL: databaseUrl,
  CLUTCH_S3_ENDPOINT: emulator.url,
  CLUTCH_S3_BUCKET: emulator.options.bucket,
  CLUTCH_S3_ACCESS_KEY: emulator.options.accessKey,
  CLUTCH_S3_SECRET_KEY: emulator.options.secretKey,
  CLUTCH_S3_PATH_STYLE: '1',
})

async function run(line: string, over: NodeJS.ProcessEnv = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runFiles(line.split(' '), {
    environment: { ...environment(), ...over },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    userId: process.getuid?.(),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Demos in the folder, by their keys. */
async function makeDemos(count: number, bytes = 10_000): Promise<Map<string, Buffer>> {
  const rental = randomUUID()
  const folder = join(home, 'demos', rental)
  await mkdir(folder, { recursive: true })
  const demos = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const content = randomBytes(bytes)
    const name = `${randomUUID()}.dem`
    await writeFile(join(folder, name), content)
    demos.set(`${rental}/${name}`, content)
  }
  return demos
}

const inBucket = () => [...emulator.bucket.objects.keys()].map((key) => key.replace('demos/', '')).toSorted()
async function inFolder(): Promise<string[]> {
  const entries = await readdir(join(home, 'demos'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('demos move into the bucket and back, and are the same', async () => {
  const demos = await makeDemos(6)
  expect(await run('move --to s3')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/demos: moved 6 files \(0\.1 MB\) to the bucket[^]*set CLUTCH_FILE_STORE=s3/),
  })
  expect([inBucket(), await inFolder()]).toEqual([[...demos.keys()].toSorted(), []])
  expect(await run('move --to folder')).toMatchObject({ code: 0, err: '' })
  expect(inBucket()).toEqual([])
  for (const [key, content] of demos)
    expect((await readFile(join(home, 'demos', key))).equals(content)).toBe(true)
})

test('a move that is killed is continued by the next one', async () => {
  const demos = await makeDemos(30)
  emulator.setFaults({ delayMs: 20 })
  const { child, ended } = startProgram('server/cli/files.ts', environment(), ['move', '--to', 's3'])
  await vi.waitUntil(() => emulator.bucket.objects.size > 5, { timeout: 60_000, interval: 5 })
  child.kill('SIGKILL')
  await ended
  expect((await inFolder()).length).toBeGreaterThan(0)
  emulator.setFaults({})
  // The database notices after a moment that the lock's connection is gone.
  await vi.waitUntil(async () => (await run('move --to s3')).code === 0, { timeout: 30_000 })
  expect([inBucket(), await inFolder()]).toEqual([[...demos.keys()].toSorted(), []])
  for (const [key, content] of demos)
    expect(emulator.bucket.objects.get(`demos/${key}`)?.content.equals(content)).toBe(true)
})

test('a bucket that gives other bytes back keeps no file', async () => {
  const demos = await makeDemos(2)
  emulator.setFaults({ changeByte: true })
  const { code, err } = await run('move --to s3')
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/is not the same in the other store; it stays where it is$/),
  ])
  expect(inBucket()).toEqual([])
  expect(await inFolder()).toHaveLength(demos.size)
  emulator.setFaults({})
  expect((await run('move --to s3')).code).toBe(0)
  for (const [key, content] of demos)
    expect(emulator.bucket.objects.get(`demos/${key}`)?.content.equals(content)).toBe(true)
})

test('a bucket that refuses is a line, and no file is lost', async () => {
  await makeDemos(2)
  emulator.setFaults({ denied: true })
  expect(await run('move --to s3')).toMatchObject({ code: 1, err: 'S3 answered an error (403)' })
  expect(await run('check')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^S3 answered AccessDenied: Access Denied \(403\): check s3:PutObject/),
  })
  expect(await inFolder()).toHaveLength(2)
})

test('the rules of each portal are added to those of the bucket, once; old versions expire where there are any', async () => {
  const other =
    '<Rule><ID>of-the-operator</ID><Status>Enabled</Status><Filter><Prefix>logs/</Prefix></Filter><Expiration><Days>9</Days></Expiration></Rule>'
  const former =
    '<Rule><ID>clutch-incomplete-uploads</ID><Status>Enabled</Status><Filter><Prefix>portal/</Prefix></Filter><AbortIncompleteMultipartUpload><DaysAfterInitiation>2</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule>'
  emulator.bucket.lifecycle = `<LifecycleConfiguration>${other}${former}</LifecycleConfiguration>`
  for (const _ of [1, 2]) expect((await run('lifecycle', { CLUTCH_S3_PREFIX: 'portal/' })).code).toBe(0)
  const rules = emulator.bucket.lifecycle
  expect(rules.match(/<Rule>/g)).toHaveLength(2)
  expect(rules).toContain('<ID>of-the-operator</ID>')
  expect(rules).toMatch(/<Prefix>portal\/<\/Prefix>/)
  expect(rules).toContain('<DaysAfterInitiation>2</DaysAfterInitiation>')
  emulator.bucket.isVersioned = true
  onTestFinished(() => {
    emulator.bucket.isVersioned = false
  })
  for (const _ of [1, 2]) expect((await run('lifecycle', { CLUTCH_S3_PREFIX: 'second/' })).code).toBe(0)
  const both = emulator.bucket.lifecycle
  expect(both.match(/<Rule>/g)).toHaveLength(4)
  expect(both.match(/<Prefix>[^<]*/g)?.toSorted()).toEqual(
    ['logs/', 'portal/', 'second/', 'second/'].map((prefix) => `<Prefix>${prefix}`),
  )
  expect(both).toContain('<NoncurrentDays>1</NoncurrentDays>')
  expect(both).toContain('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>')
  emulator.bucket.lifecycle = null
  emulator.setFaults({ noUploadRules: true })
  expect((await run('lifecycle')).out).toMatch(/takes no rule.*MinIO[^]*old versions/)
  expect(emulator.bucket.lifecycle).not.toContain('AbortIncomplete')
  expect((await run('check')).out).toMatch(/keeps old versions/)
})

test.each<[S3Faults, RegExp]>([
  [{ deleteDenied: true }, /check s3:AbortMultipartUpload$/],
  [{ deniedParameter: 'uploads' }, /check s3:PutObject/],
  [{ deniedParameter: 'list-type' }, /check s3:ListBucket$/],
  [{ deniedParameter: 'X-Amz-Signature' }, /answered with 403: check CLUTCH_S3_DOWNLOAD_ENDPOINT$/],
  [{ changeByte: true }, /^the bucket returned other bytes than were written$/],
])('a check with the fault %o names what is missing', async (faults, why) => {
  emulator.setFaults(faults)
  expect(await run('check')).toMatchObject({ code: 1, err: expect.stringMatching(why) })
  emulator.bucket.uploads.clear()
})

test('a check leaves nothing; without a bucket or with other words there is a line', async () => {
  expect(await run('check')).toMatchObject({
    code: 0,
    out: 'The bucket clutch stores and returns files.',
  })
  expect(inBucket()).toEqual([])
  expect((await run('check', { CLUTCH_S3_ENDPOINT: '', CLUTCH_S3_BUCKET: '' })).err).toMatch(
    /^no bucket is configured/,
  )
  for (const line of ['move', 'move --to ftp', 'copy', 'check now'])
    expect((await run(line)).err).toMatch(new RegExp(`^wrong arguments: ${line}\nnpm run files`))
  expect((await run('check', { CLUTCH_FILE_STORE: 's3', CLUTCH_S3_BUCKET: '' })).err).toMatch(
    /^CLUTCH_S3_BUCKET: /,
  )
})
