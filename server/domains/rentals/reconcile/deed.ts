import type { Queries } from '../../../platform/database/index.ts'
import type { Effect } from '../fleet.ts'
import type { Facts, Step } from './facts.ts'

/** What is written in a transaction that holds the lease. */
export type Write = (tx: Queries, facts: Facts) => Promise<void>

/** A step with a side effect. */
export interface Deed {
  step: Step
  effect: Effect
  /** What is written before it, and committed. */
  intend?: Write
  /** The side effect, which answers what is to be written of it. */
  act: () => Promise<Write>
  /** What is to be written where it failed in a way that says more than that; null for any other. */
  failed?: (error: unknown) => Write | null
}
