import { createHash, randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { type Manifest, entries } from './manifest.ts'
import { BackupRefused } from '../backup-errors.ts'

/** How much of a table is in one entry, and at most in memory: a tar tells the size of an entry before it. */
const partBytes = 4 * 1024 ** 2

export interface Written {
  bytes: number
  sha256: string
}

/** The checksum lets `zstd -t` test a file without the portal. */
const compression = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes a zstd-compressed tar to a temporary file that only its owner can read, and renames it when it is complete. */
export class ArchiveWriter {
  readonly #pack: Pack = pack()
  readonly #file: string
  readonly #draft: string
  readonly #written: Promise<void>
  readonly #made = new Date()

  private constructor(file: string, draft: string, output: NodeJS.WritableStream) {
    this.#file = file
    this.#draft = draft
    this.#written = pipeline(this.#pack, createZstdCompress(compression), output)
    this.#written.catch(() => undefined)
  }

  /** Begins an archive. Throws BackupRefused where there is a file already, or none can be made. */
  static async open(file: string): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new BackupRefused(`${file} is there already`)
    // The random name cannot exist as a file or link of another user.
    const draft = `${file}.${randomBytes(8).toString('hex')}.part`
    const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw new BackupRefused(`cannot write ${draft}`, { cause: error })
    })
    return new ArchiveWriter(file, draft, handle.createWriteStream({ flush: true }))
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
    renameSync(this.#draft, this.#file)
  }

  /** Removes what was written so far. */
  discard(): void {
    this.#pack.destroy()
    rmSync(this.#draft, { force: true })
  }

  async #add(name: string, content: Buffer): Promise<void> {
    const entry = this.#pack.entry({ name, size: content.length, mode: 0o600, mtime: this.#made })
    await Promise.race([pipeline(Readable.from([content]), entry), this.#broken()])
  }

  /** Rejects when the disk takes no more: the tar alone would wait for ever. */
  async #broken(): Promise<never> {
    await this.#written
    throw new Error('the archive ended early')
  }
}
