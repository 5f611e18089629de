import crypto, { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseAddress } from '../../../platform/database/index.ts'
import { readJobs } from './resume-jobs.ts'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { ArchiveWriter } from './write-archive.ts'
import { checkArchive, readArchive } from './read-archive.ts'
import { type Manifest, entries } from './manifest.ts'
import { BackupRefused } from '../backup-errors.ts'
import { BackupFixture, query, readAllRows } from '../testing/backup-fixture.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

let fixture: BackupFixture
let whole: string
/** The same backup as it was written before backups were compressed. */
let plain: string
let target: DatabaseAddress
let manifest: Manifest
beforeAll(async () => {
  fixture = new BackupFixture()
  const { address } = await fixture.filled(await getTestCluster())
  whole = fixture.at('whole.tar')
  manifest = await fixture.backup(address, whole)
  plain = fixture.at('plain.tar')
  writeFileSync(plain, zstdDecompressSync(readFileSync(whole)))
  target = await fixture.empty(await getTestCluster())
})
afterAll(() => fixture.close())

/** Why a restore refuses a file; it left the database as it was, without a single table. */
async function refusalOf(file: string): Promise<string> {
  const why = await fixture.restore(target, file).then(
    () => 'it was restored',
    (error: unknown) => (error instanceof BackupRefused ? error.message : `not refused: ${String(error)}`),
  )
  const tables = await query(
    target,
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  )
  return tables.length > 0 ? 'there are tables' : why
}

/** The same archive with another manifest. */
async function withManifest(name: string, change: Partial<Manifest> | { format: number }): Promise<string> {
  const file = fixture.at(name)
  const archive = await ArchiveWriter.open(file)
  for await (const entry of readArchive(whole)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of entry.content) chunks.push(chunk)
    if (!entry.name.startsWith(entries.manifest))
      await archive.addText(entry.name, Buffer.concat(chunks).toString())
  }
  await archive.finish({ ...manifest, ...change } as Manifest)
  return file
}

test.each(['compressed', 'plain'])(
  'a %s backup that is not whole changes nothing, wherever it ends',
  async (form) => {
    const file = form === 'plain' ? plain : whole
    const { size } = statSync(file)
    const shorter = fixture.at('shorter.tar')
    for (const bytes of [
      0,
      100,
      512,
      1_024,
      Math.round(size / 2),
      size - 4_096,
      size - 2_048,
      size - 1_100,
    ]) {
      copyFileSync(file, shorter)
      truncateSync(shorter, bytes)
      expect(await refusalOf(shorter)).toMatch(/^the backup is damaged/)
    }
  },
)

test('a byte of a compressed backup that is another one is found, in whatever part of it', async () => {
  const bytes = readFileSync(whole)
  const flipped = fixture.at('flipped.tar')
  // The last bytes are the padding of the tar and the checksum of zstd: the digests of the manifest prove the content without them.
  for (let part = 0; part < 16; part += 1) {
    const at = Math.round((bytes.length * part) / 16)
    const other = Buffer.from(bytes)
    other.writeUInt8((other.readUInt8(at) ^ 1) & 0xff, at)
    writeFileSync(flipped, other)
    expect(await refusalOf(flipped)).toMatch(/^the backup is damaged/)
  }
})

test('a byte of a plain backup that is another one is found, in whatever part of it', async () => {
  const bytes = readFileSync(plain)
  const flipped = fixture.at('flipped.tar')
  const positions = new Map<string, number>()
  for (const part of [
    '\t76561197960265729\t',
    'demo!',
    '"format"',
    '"rows"',
    'ustar',
    'tables/users/000001.copy',
  ])
    positions.set(part, bytes.indexOf(part) + 1)
  expect([...positions.values()]).not.toContain(0)
  for (const at of positions.values()) {
    const other = Buffer.from(bytes)
    other.writeUInt8((other.readUInt8(at) ^ 1) & 0xff, at)
    writeFileSync(flipped, other)
    expect(await refusalOf(flipped)).toMatch(/^the backup is damaged/)
  }
})

test('a file that is no backup is none', async () => {
  expect(await refusalOf(fixture.at('nothing.tar'))).toMatch(/^cannot read /)
  writeFileSync(fixture.at('text.tar'), 'hello\n'.repeat(1_000))
  expect(await refusalOf(fixture.at('text.tar'))).toMatch(/^the backup is damaged/)
})

test('a backup of a newer program is refused, by its form as by its migrations', async () => {
  expect(await refusalOf(await withManifest('format.tar', { format: 2 }))).toMatch(
    /made by a newer Clutch \(format 2\)/,
  )
  const next = { number: manifest.migrations.length + 1, name: '9999-later', checksum: 'a'.repeat(64) }
  const later = await withManifest('later.tar', { migrations: [...manifest.migrations, next] })
  expect(await refusalOf(later)).toMatch(/newer than this program: it has migration 9999-later/)
})

test('a backup whose migrations are not those known here is refused', async () => {
  const [first, ...others] = manifest.migrations
  const changed = { number: 1, name: first?.name ?? '', checksum: 'b'.repeat(64) }
  const other = await withManifest('other.tar', { migrations: [changed, ...others] })
  expect(await refusalOf(other)).toMatch(/migration 0001-settings is not the one known here/)
})

test('a table that came with fewer rows than it had is refused, also where its own digest fits', async () => {
  const tables = manifest.tables.map((table) => ({
    ...table,
    rows: table.rows + (table.name === 'users' ? 1 : 0),
  }))
  expect(await refusalOf(await withManifest('rows.tar', { tables }))).toMatch(
    /what was read back from users is not what was written/,
  )
})

const unreadableJobs = ['{"queue": "mail", "data": 1}\n', 'mail\n', '{}\n']

test('lines of waiting jobs that cannot be read are damage', () => {
  for (const lines of unreadableJobs) expect(() => readJobs(lines)).toThrow(BackupRefused)
})

test.each(sampleCases(unreadableJobs, unreadableJobs.length))(
  'a backup whose waiting jobs cannot be read changes nothing: %j',
  async (lines) => {
    const file = fixture.at('jobs.tar')
    rmSync(file, { force: true })
    const archive = await ArchiveWriter.open(file)
    let jobs = manifest.jobs
    for await (const { name, content } of readArchive(whole)) {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      if (name === entries.jobs) jobs = { rows: 1, ...(await archive.addText(name, lines)) }
      else if (!name.startsWith(entries.manifest))
        await archive.addText(name, Buffer.concat(chunks).toString())
    }
    await archive.finish({ ...manifest, jobs })
    await expect(checkArchive(file)).resolves.toBeDefined()
    expect(await refusalOf(file)).toBe('the backup is damaged: its jobs cannot be read')
  },
)

/** The content of a table without rows. */
const nothing = { bytes: 0, sha256: createHash('sha256').digest('hex') }

test('rows with dangling references are refused, and the data before stays unchanged', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  const before = await readAllRows(address)
  const file = fixture.at('dangling.tar')
  const archive = await ArchiveWriter.open(file)
  const tables: Manifest['tables'] = []
  for (const table of manifest.tables) {
    if (table.name !== 'users') tables.push(table)
    else tables.push({ ...table, rows: 0, ...nothing })
  }
  for await (const { name, content } of readArchive(whole)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    if (!/^(manifest|tables\/users\/)/.test(name))
      await archive.addText(name, Buffer.concat(chunks).toString())
  }
  await archive.finish({ ...manifest, tables })
  await expect(checkArchive(file)).resolves.toBeDefined()
  await expect(fixture.restore(address, file, { replace: true })).rejects.toThrow(
    'violates foreign key constraint',
  )
  expect(await readAllRows(address)).toEqual(before)
  expect(readdirSync(fixture.folder).filter((name) => name.startsWith('.restore'))).toEqual([])
})

test('a file or link of another user at the path of a backup is neither followed nor replaced', async () => {
  const folder = fixture.at('shared')
  mkdirSync(folder)
  const theirs = join(folder, 'theirs.txt')
  writeFileSync(theirs, 'theirs')
  symlinkSync(theirs, join(folder, `link.tar.${process.pid}.part`))
  const open = join(folder, `open.tar.${process.pid}.part`)
  writeFileSync(open, '')
  chmodSync(open, 0o666)
  for (const name of ['link.tar', 'open.tar']) {
    const before = readdirSync(folder)
    const archive = await ArchiveWriter.open(join(folder, name))
    const drafts = readdirSync(folder).filter((entry) => !before.includes(entry))
    expect(drafts).toEqual([expect.stringMatching(/^(?:link|open)\.tar\.[0-9a-f]{16}\.part$/)])
    expect(statSync(join(folder, drafts[0] ?? '')).mode & 0o777).toBe(0o600)
    await archive.finish(manifest)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
  expect([readFileSync(theirs, 'utf8'), readFileSync(open, 'utf8')]).toEqual(['theirs', ''])
})

test('a draft that is there already is not written over, even where its name was guessed', async () => {
  const file = fixture.at('guessed.tar')
  const taken = `${file}.${'00'.repeat(8)}.part`
  writeFileSync(taken, 'theirs')
  const guessed = vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.alloc(8))
  syncBuiltinESMExports()
  await expect(ArchiveWriter.open(file)).rejects.toThrow(BackupRefused)
  guessed.mockRestore()
  syncBuiltinESMExports()
  expect([readFileSync(taken, 'utf8'), existsSync(file)]).toEqual(['theirs', false])
})
