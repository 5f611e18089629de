import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { type Manifest, entries } from './manifest.ts'
import { type ArchiveTarget, openFileTarget } from './archive-target.ts'
import { encryptStream } from './encryption.ts'

/** How much of a table is in one entry, and at most in memory: a tar tells the size of an entry before it. */
const partBytes = 4 * 1024 ** 2

export interface Written {
  bytes: number
  sha256: string
}

/** The checksum lets `zstd -t` test a file without the portal. */
const compression = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes a tar, compressed by zstd and, with recipients, encrypted by age, while it is made. */
export class ArchiveWriter {
  readonly #pack: Pack = pack()
  readonly #target: ArchiveTarget
  readonly #written: Promise<void>
  readonly #made = new Date()

  constructor(target: ArchiveTarget, recipients: readonly string[] = []) {
    this.#target = target
    const store = async (bytes: AsyncIterable<Uint8Array>) => {
      await target.write(recipients.length > 0 ? await encryptStream(bytes, recipients) : bytes)
    }
    this.#written = pipeline(this.#pack, createZstdCompress(compression), store)
    this.#written.catch(() => undefined)
  }

  /** Begins an archive in a file. Throws BackupRefused where there is a file already, or none can be made. */
  static async open(file: string, recipients?: readonly string[]): Promise<ArchiveWriter> {
    return new ArchiveWriter(await openFileTarget(file), recipients)
  }

  /** Adds a table from a stream of any length, in parts. */
  async addTable(table: string, stream: AsyncIterable<Uint8Array>): Promise<Written> {
    const hash = createHash('sha256')
    let [bytes, part, held] = [0, 0, [] as Uint8Array[]]
    const write = async () => {
      part += 1
      await this.#add(entries.tablePart(table, part), Buffer.concat(held))
      held = []
    }
    let waiting = 0
    for await (const chunk of stream) {
      hash.update(chunk)
      held.push(chunk)
      bytes += chunk.length
      waiting += chunk.length
      if (waiting < partBytes) continue
      await write()
      waiting = 0
    }
    if (waiting > 0) await write()
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Adds what is in memory. */
  async addText(name: string, text: string): Promise<Written> {
    const content = Buffer.from(text)
    await this.#add(name, content)
    return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
  }

  /** Adds a file of a size that is known; throws where the stream is of another. */
  async addFile(name: string, size: number, stream: AsyncIterable<Uint8Array>): Promise<Written> {
    const hash = createHash('sha256')
    const entry = this.#pack.entry({ name, size, mode: 0o600, mtime: this.#made })
    const hashed = Readable.from(
      (async function* () {
        for await (const chunk of stream) {
          hash.update(chunk)
          yield chunk
        }
      })(),
    )
    await Promise.race([pipeline(hashed, entry), this.#broken()])
    return { bytes: size, sha256: hash.digest('hex') }
  }

  /** Writes the manifest and moves the archive to its place. */
  async finish(manifest: Manifest): Promise<void> {
    const { sha256 } = await this.addText(entries.manifest, `${JSON.stringify(manifest, null, 1)}\n`)
    await this.addText(entries.manifestDigest, `${sha256}\n`)
    this.#pack.finalize()
    await this.#written
    this.#target.commit()
  }

  /** Removes what was written so far. */
  async discard(): Promise<void> {
    this.#pack.destroy()
    this.#target.discard()
    await this.#written.catch(() => undefined)
  }

  async #add(name: string, content: Buffer): Promise<void> {
    const entry = this.#pack.entry({ name, size: content.length, mode: 0o600, mtime: this.#made })
    await Promise.race([pipeline(Readable.from([content]), entry), this.#broken()])
  }

  /** Rejects when the disk takes no more: the tar alone would wait without end. */
  async #broken(): Promise<never> {
    await this.#written
    throw new Error('the archive ended early')
  }
}
