/** Longest name that is kept, characters. */
export const maxNameLength = 64

const controlCharacters = /\p{Cc}/gu

/**
 * A text out of a log as it can be kept: well-formed, without control characters (jsonb takes no zero), at most `max`
 * characters. It is a copy: a piece of a batch would hold the whole batch in memory.
 */
export function sanitizeText(text: string, max: number): string {
  const short = text.slice(0, max).toWellFormed().replace(controlCharacters, '')
  return Buffer.from(short).toString()
}
