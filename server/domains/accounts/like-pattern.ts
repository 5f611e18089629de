/** A pattern of LIKE for whatever holds a text. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** The same for whatever begins with it. */
export function prefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
