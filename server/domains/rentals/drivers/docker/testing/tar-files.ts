/** The files in an archive and their text, by their paths. */
export function readTarFiles(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const text = (from: number, to: number) => archive.toString('utf8', from, to).replace(/\0.*$/s, '')
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, at + 136), 8)
    const content = at + 512
    if (text(at + 156, at + 157) === '0')
      files.set(text(at, at + 100), archive.toString('utf8', content, content + size))
    at = content + Math.ceil(size / 512) * 512
  }
  return files
}
