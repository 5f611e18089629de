import type { ReconcilerFixture } from '../reconciler-fixture.ts'
import type { Checkpoint } from '../../fleet.ts'

/** A history that is being played. */
export interface HistoryRun {
  fixture: ReconcilerFixture
  /** The ids of the rentals, and the password that was set last. */
  rentals: { id: string; password: string }[]
  deaths: { step: Checkpoint; left: number }[]
  meanwhile: { step: Checkpoint; act: () => Promise<void> }[]
}
