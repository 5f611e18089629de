/** A pattern of LIKE for whatever holds a text. */
export function holding(text: string): string {
  return `%${escaped(text)}%`
}

/** The same for whatever begins with it. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
