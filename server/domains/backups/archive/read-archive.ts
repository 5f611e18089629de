import { type Hash, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
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

/** The entries of an archive, one after the other. Throws BackupRefused where it is no whole tar. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const unpack = await decompressorFor(file)
  const tar = extract()
  const fed = pipeline(createReadStream(file), unpack, tar)
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

/** Backups made before compression was added are plain tars; both are read. Throws BackupRefused for a file that cannot be read. */
async function decompressorFor(file: string): Promise<Transform> {
  const head = Buffer.alloc(zstdMagic.length)
  try {
    await using handle = await open(file)
    await handle.read(head)
  } catch (cause) {
    throw new BackupRefused(`cannot read ${file}`, { cause })
  }
  return head.equals(zstdMagic) ? createZstdDecompress() : new PassThrough()
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
  const isDamage = /tar|unexpected end|checksum/i.test(error.message) || /^(ZSTD_|Z_)/.test(code)
  return isDamage ? new BackupRefused('the backup is damaged: it is no whole tar', { cause: error }) : error
}

/** Reads a whole archive and compares all of it with its manifest; answers that. Throws BackupRefused. */
export async function checkArchive(file: string): Promise<Manifest> {
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
