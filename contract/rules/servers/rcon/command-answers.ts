/** What a console said to a command: nothing against it, that it does not know it, or that it did not do it. */
export interface CommandAnswer {
  verdict: 'taken' | 'unknown' | 'refused'
  /** The line that says so, on one line; empty where nothing does. */
  line: string
}

/** Each is the beginning of a line: players' names, which some answers hold, come later in it. */
const unknown = /^unknown command\b.*$/im
const refused = [
  // CounterStrikeSharp's own.
  /^(?:\[css\] )?(?:expected )?usage:.*$/im,
  /^(?:\[css\] )?you do not have .*permission.*$/im,
  // CS2-SimpleAdmin's.
  /^target .* not found\.?$/im,
  /^multiple targets found\b.*$/im,
  /^invalid steamid.*$/im,
  /^too short pattern\b.*$/im,
  // The game's.
  /^userid \S+ is not on the server.*$/im,
  /^(?:banid|removeid): +couldn't .*$/im,
] as const

/**
 * Lines to which CS2-SimpleAdmin answers when it does them; it is silent while its database is out of reach. `always`: it lifts something;
 * `ofAbsent`: it stores something about a player who is not on the server.
 */
export const needsConfirmation = {
  always: (line: string): boolean => /^css_un(?:ban|mute|gag) /.test(line),
  ofAbsent: (line: string): boolean => /^css_add(?:ban|mute|gag) /.test(line),
}

const lineMaxLength = 160

/** Reads the answer to one console line; plugins and the game answer nothing, or a success, to what they do. */
export function readCommandAnswer(answer: string): CommandAnswer {
  const isUnknown = unknown.exec(answer)?.[0]
  if (isUnknown !== undefined) return { verdict: 'unknown', line: toOneLine(isUnknown) }
  for (const pattern of refused) {
    const found = pattern.exec(answer)?.[0]
    if (found !== undefined) return { verdict: 'refused', line: toOneLine(found) }
  }
  return { verdict: 'taken', line: '' }
}

/** A line of an answer without what breaks a line of text or its encoding, at most 160 characters. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, lineMaxLength)
    .toWellFormed()
}
