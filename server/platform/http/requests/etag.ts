/** Whether If-None-Match names this tag, weakly compared. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag))
}
