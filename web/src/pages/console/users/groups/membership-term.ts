/** How long something holds: for good, or until a moment (ms since 1970, UTC), which may not be entered yet. */
export interface MembershipTerm {
  forGood: boolean
  ends: number | null
}

export type TermError = 'missing' | 'past'

/** What is wrong with it at a moment; null for nothing. */
export function findTermError({ forGood, ends }: MembershipTerm, now: number): TermError | null {
  if (forGood) return null
  if (ends === null) return 'missing'
  return ends <= now ? 'past' : null
}
