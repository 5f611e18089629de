import type { Queries } from '../../../../platform/database/index.ts'
import type { EffectKind } from '../../fleet.ts'
import type { RentalFacts, Action } from '../rental-facts.ts'

/** What is written in a transaction that holds the rental. */
export type WriteResult = (tx: Queries, facts: RentalFacts) => Promise<void>

/** A step with a side effect. */
export interface SideEffect {
  step: Action
  effect: EffectKind
  /** What is written before it, and committed. */
  intend?: WriteResult
  /** The side effect, which answers what is to be written of it. */
  act: () => Promise<WriteResult>
  /** What is to be written where it failed in a way that says more than that; null for any other. */
  failed?: (error: unknown) => WriteResult | null
}
