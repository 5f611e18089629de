import { removeControlCharacters } from '@clutch/contract/rules/shared/names.ts'

/**
 * Returns a text from a game server as the portal stores it: one line, well-formed, at most `max` characters.
 */
export function cleanText(text: string, max: number): string {
  const line = removeControlCharacters(text.toWellFormed()).trim()
  return line.length <= max ? line : line.slice(0, max).toWellFormed()
}

/** The longest texts a game server may hand over, characters. */
export const maxTextLength = { server: 120, map: 80, player: 64 } as const
