/** Control characters and the marks that turn the writing direction of everything around a name. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text from somebody else's server as the portal keeps it: one line, well-formed, at most `max` characters. */
export function cleanText(text: string, max: number): string {
  const line = text.toWellFormed().replace(unwanted, '').trim()
  return line.length <= max ? line : line.slice(0, max).toWellFormed()
}

/** The longest texts a game server may hand over, characters. */
export const textMax = { server: 120, map: 80, player: 64 } as const
