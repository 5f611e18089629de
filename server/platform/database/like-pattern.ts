/** A pattern of LIKE that matches every text containing this one. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** A pattern of LIKE that matches every text starting with this one. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
