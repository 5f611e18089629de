import type { Queries } from '../../../../platform/database/index.ts'
import type { EffectKind } from '../../fleet.ts'
import type { RentalFacts, Action } from '../facts/rental-facts.ts'

/** Writes in a transaction that holds the rental's lock. */
export type WriteResult = (tx: Queries, facts: RentalFacts) => Promise<void>

/** A step with a side effect. */
export interface SideEffect {
  step: Action
  effect: EffectKind
  /** Written and committed before the side effect. */
  intend?: WriteResult
  /** Performs the side effect and returns what is written about it. */
  act: () => Promise<WriteResult>
  /** Returns what is written for failures with a meaning of their own; null for all others. */
  failed?: (error: unknown) => WriteResult | null
}
