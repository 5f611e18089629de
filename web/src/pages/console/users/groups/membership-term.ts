/** A duration: permanent, or until a time (ms since 1970, UTC), which may not be entered yet. */
export interface MembershipTerm {
  forGood: boolean
  ends: number | null
}

export type TermError = 'missing' | 'past'

/** Returns the error of a term at a time; null if it is valid. */
export function findTermError({ forGood, ends }: MembershipTerm, now: number): TermError | null {
  if (forGood) return null
  if (ends === null) return 'missing'
  return ends <= now ? 'past' : null
}
