/** How long something holds: for good, or until a moment (ms since 1970, UTC), which may not be entered yet. */
export interface Term {
  forGood: boolean
  ends: number | null
}

export type TermFault = 'missing' | 'past'

/** What is wrong with it at a moment; null for nothing. */
export function termFault({ forGood, ends }: Term, now: number): TermFault | null {
  if (forGood) return null
  if (ends === null) return 'missing'
  return ends <= now ? 'past' : null
}
