import { Readable } from 'node:stream'

/** A file in an archive that is read as it comes; its content is read before the next one, or passed over. */
export interface ArchivedFile {
  path: string
  size: number
  changedAt: Date
  read: () => Readable
}

const blockBytes = 512
/** Notes before a file, such as a long name, are small. */
const noteMaxBytes = 1 << 16

/**
 * Yields the regular files of a tar archive: POSIX with its extended headers (`path`, `size`, `mtime`), and GNU's long names. Throws
 * RangeError for an archive that ends too early or makes no sense.
 */
export async function* readTarFiles(archive: AsyncIterable<unknown>): AsyncGenerator<ArchivedFile> {
  const bytes = new ByteReader(archive)
  let notes: Record<string, string> = {}
  for (;;) {
    const header = await bytes.take(blockBytes)
    // Two empty blocks end an archive.
    if (header === null || header[0] === 0) return
    const kind = readText(header, 156, 157)
    const size = Number(notes['size'] ?? Number.parseInt(readText(header, 124, 136), 8))
    if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('an archive that makes no sense')
    const padding = -size & (blockBytes - 1)
    if (kind === 'x' || kind === 'L') {
      if (size > noteMaxBytes) throw new RangeError('an archive with notes that are too long')
      const note = await bytes.take(size)
      await bytes.skip(padding)
      if (note === null) throw new RangeError('an archive that ends too early')
      notes = kind === 'x' ? readNotes(note) : { ...notes, path: readText(note, 0, note.length) }
      continue
    }
    const end = bytes.position + size
    if (kind === '0' || kind === '') yield toFile(header, size, notes, bytes)
    await bytes.skip(end - bytes.position + padding)
    notes = {}
  }
}

function toFile(
  header: Buffer,
  size: number,
  notes: Record<string, string>,
  bytes: ByteReader,
): ArchivedFile {
  const prefix = readText(header, 345, 500)
  const name = readText(header, 0, 100)
  const seconds = Number(notes['mtime'] ?? Number.parseInt(readText(header, 136, 148), 8))
  return {
    path: notes['path'] ?? (prefix === '' ? name : `${prefix}/${name}`),
    size,
    changedAt: new Date((seconds || 0) * 1_000),
    read: () => Readable.from(bytes.chunks(size)),
  }
}

function readText(block: Buffer, from: number, to: number): string {
  return block.toString('utf8', from, to).replace(/\0.*$/s, '')
}

/** Records of the form `27 path=long name` and a line break, where the number is the length of the record in bytes. */
function readNotes(block: Buffer): Record<string, string> {
  const notes: Record<string, string> = {}
  for (let at = 0; at < block.length;) {
    const space = block.indexOf(0x20, at)
    const length = Number(block.toString('latin1', at, space))
    if (space < 0 || !(length > 0)) break
    const record = block.toString('utf8', space + 1, at + length - 1)
    const equals = record.indexOf('=')
    notes[record.slice(0, equals)] = record.slice(equals + 1)
    at += length
  }
  return notes
}

/** The bytes of a stream in pieces of a wanted length. */
class ByteReader {
  /** How many bytes were taken. */
  position = 0
  readonly #source: AsyncIterator<unknown>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly `count` bytes; null at the end of the stream. */
  async take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = []
    for await (const chunk of this.chunks(count, true)) parts.push(chunk)
    const whole = Buffer.concat(parts)
    if (whole.length === 0 && count > 0) return null
    if (whole.length < count) throw new RangeError('an archive that ends too early')
    return whole
  }

  async skip(count: number): Promise<void> {
    const chunks = this.chunks(count)
    while ((await chunks.next()).done !== true);
  }

  async *chunks(count: number, mayEnd = false): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#fill())) {
        if (mayEnd) return
        throw new RangeError('an archive that ends too early')
      }
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      this.position += chunk.length
      left -= chunk.length
      yield chunk
    }
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done === true) return false
    if (!Buffer.isBuffer(value)) throw new TypeError('no bytes')
    this.#rest = value
    return true
  }
}
