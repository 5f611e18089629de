import type { Queries } from '../../database/index.ts'
import { sweepCodes } from './codes-store.ts'
import { sweepResets } from './resets-store.ts'

/** Forgets codes and links that have ended. */
export async function sweepEmail(queries: Queries, now: Date): Promise<void> {
  await sweepCodes(queries, now)
  await sweepResets(queries, now)
}
