import { type Hash, createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { ageMagic, decryptStream } from './encryption.ts'
import { type Manifest, entries, ownerOf, readManifest } from './manifest.ts'
import { BackupRefused } from '../backup-errors.ts'

/** An entry of the archive, to be read before the next one. */
export interface ArchiveEntry {
  name: string
  content: AsyncIterable<Uint8Array>
}

interface Contents {
  bytes: number
  sha256: string
}

const longestManifest = 64 * 1024 ** 2

/** Where an archive is read from; it is opened twice for a restore. */
export interface ArchiveSource {
  open(): Promise<Readable>
  /** Secret keys for an encrypted one. */
  identities: readonly string[]
}

/** The archive of a file. */
export function fileSource(file: string, identities: readonly string[] = []): ArchiveSource {
  const openFile = async () => {
    const handle = await open(file).catch((cause: unknown) => {
      throw new BackupRefused(`cannot read ${file}`, { cause })
    })
    return handle.createReadStream()
  }
  return { open: openFile, identities }
}

/** The entries of an archive, one after the other. Throws BackupRefused where it is no whole tar. */
export async function* readArchive(from: string | ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const { bytes, unpack } = await decode(typeof from === 'string' ? fileSource(from) : from)
  const tar = extract()
  const fed = pipeline(bytes, unpack, tar)
  fed.catch(() => undefined)
  try {
    for await (const entry of tar) {
      yield { name: entry.header.name, content: contentOf(entry) }
      entry.resume()
    }
    await fed
  } catch (error) {
    throw asDamage(error)
  }
}

/** The first bytes of a zstd frame (RFC 8878). */
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Backups made before compression was added are plain tars; all are read. Throws BackupRefused for one that cannot be read. */
async function decode(source: ArchiveSource): Promise<{ bytes: Readable; unpack: Transform }> {
  const stored = await peek(await source.open())
  const isEncrypted = stored.head.subarray(0, ageMagic.length).equals(ageMagic)
  const { head, all } = isEncrypted ? await peek(await decryptStream(stored.all, source.identities)) : stored
  const isCompressed = head.subarray(0, zstdMagic.length).equals(zstdMagic)
  return { bytes: all, unpack: isCompressed ? createZstdDecompress() : new PassThrough() }
}

/** Returns the first bytes of a stream, and all of it. */
async function peek(bytes: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; all: Readable }> {
  const chunks = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < ageMagic.length) {
    const next = await chunks.next().catch((error: unknown) => {
      throw asDamage(error)
    })
    if (next.done === true) break
    head = Buffer.concat([head, next.value])
  }
  async function* all() {
    try {
      yield head
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  return { head, all: Readable.from(all()) }
}

async function* contentOf(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* entry
  } catch (error) {
    throw asDamage(error)
  }
}

/** Errors of the tar reader and of the decompressor mean damage. Disk errors are rethrown unchanged. */
function asDamage(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const isDamage =
    /tar|unexpected end|checksum|decrypt|final chunk|invalid tag/i.test(error.message) ||
    /^(ZSTD_|Z_)/.test(code)
  return isDamage ? new BackupRefused('the backup is damaged: it is no whole tar', { cause: error }) : error
}

/** Reads a whole archive and compares all of it with its manifest; answers that. Throws BackupRefused. */
export async function checkArchive(file: string | ArchiveSource): Promise<Manifest> {
  const digests = new Map<string, { hash: Hash; bytes: number }>()
  const strange: string[] = []
  const texts = new Map<string, string>()
  for await (const { name, content } of readArchive(file)) {
    if (name === entries.manifest || name === entries.manifestDigest) {
      texts.set(name, await textOf(content))
      continue
    }
    const owner = ownerOf(name)
    if (owner === null || texts.size > 0) strange.push(name)
    const digest = digests.get(owner ?? name) ?? { hash: createHash('sha256'), bytes: 0 }
    digests.set(owner ?? name, digest)
    for await (const chunk of content) {
      digest.hash.update(chunk)
      digest.bytes += chunk.length
    }
  }
  const manifest = checkManifest(texts)
  if (strange.length > 0) throw damaged(`it holds ${strange[0]}, which is no part of one`)
  const expected = contentsOf(manifest)
  for (const name of digests.keys())
    if (!expected.has(name)) throw damaged(`its manifest does not know ${name}`)
  for (const [name, { bytes, sha256 }] of expected) {
    const digest = digests.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
    if (digest.bytes !== bytes || digest.hash.digest('hex') !== sha256)
      throw damaged(`${name} is not what it was`)
  }
  return manifest
}

function checkManifest(texts: ReadonlyMap<string, string>): Manifest {
  const [text, digest] = [texts.get(entries.manifest), texts.get(entries.manifestDigest)]
  if (text === undefined || digest === undefined) throw damaged('its end is missing')
  if (createHash('sha256').update(text).digest('hex') !== digest.trim()) {
    throw damaged('its manifest is not what it was')
  }
  return readManifest(text)
}

/** Everything a manifest tells the digest of, by the name its entries are counted under. */
function contentsOf({ tables, jobs, files }: Manifest): Map<string, Contents> {
  const contents = new Map<string, Contents>([[entries.jobs, jobs]])
  for (const table of tables) contents.set(`tables/${table.name}`, table)
  for (const file of files) contents.set(entries.file(file.path), file)
  return contents
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > longestManifest) throw damaged('its manifest is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function damaged(why: string): BackupRefused {
  return new BackupRefused(`the backup is damaged: ${why}`)
}
