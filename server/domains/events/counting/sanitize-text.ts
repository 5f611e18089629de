/** Maximum length of a stored name, characters. */
export const maxNameLength = 64

const controlCharacters = /\p{Cc}/gu

/**
 * Returns a text from a log in storable form: well-formed, without control characters (jsonb rejects zero),
 * at most `max` characters. It is a copy: a slice would keep the whole batch in memory.
 */
export function sanitizeText(text: string, max: number): string {
  const short = text.slice(0, max).toWellFormed().replace(controlCharacters, '')
  return Buffer.from(short).toString()
}
