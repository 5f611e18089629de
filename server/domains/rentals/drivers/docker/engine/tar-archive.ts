/** A file or folder to be unpacked by an engine, with its owner. Without `content` it is a folder. */
export interface TarEntry {
  /** Below the folder it is unpacked in; at most 100 bytes. */
  path: string
  content?: string
  uid: number
  gid: number
}

const blockBytes = 512

/**
 * A POSIX ustar archive: files are 0600, folders 0700, since what goes into an instance holds secrets.
 * Throws RangeError for a path that the format has no room for.
 */
export function packTar(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '')
    return [buildHeader(entry, content.length), content, Buffer.alloc(-content.length & (blockBytes - 1))]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)])
}

/** The first file in an archive, null for none; long names and other notes before it are passed over. */
export function readFirstTarFile(archive: Buffer): Buffer | null {
  for (let at = 0; at + blockBytes <= archive.length;) {
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8)
    if (!(size >= 0)) return null
    const kind = archive.toString('latin1', at + 156, at + 157)
    const start = at + blockBytes
    if (kind === '0' || kind === '\0') return archive.subarray(start, start + size)
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
  return null
}

function buildHeader({ path, content, uid, gid }: TarEntry, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`too long for an archive: ${path}`)
  const isFolder = content === undefined
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  header.write(path, 0)
  octal(isFolder ? 0o700 : 0o600, 100, 7)
  octal(uid, 108, 7)
  octal(gid, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  // The sum of the header counts its own field as spaces.
  header.fill(' ', 148, 156)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  header[154] = 0
  return header
}
