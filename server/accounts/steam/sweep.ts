import type { Queries } from '../../database/index.ts'
import { sweepBinds } from '../bind-tokens-store.ts'
import { sweepNonces, sweepStates } from './sign-ins-store.ts'
import { sweepTickets } from './tickets-store.ts'

/** Forgets the states, nonces, tickets and bindings that have ended. */
export async function sweepSignIns(queries: Queries, now: Date): Promise<void> {
  await sweepStates(queries, now)
  await sweepNonces(queries, now)
  await sweepTickets(queries, now)
  await sweepBinds(queries, now)
}
