import type { Queries } from '../../../database/index.ts'
import { deleteExpiredBindings } from '../binding/bind-tokens.store.ts'
import { deleteExpiredNonces, deleteExpiredSignIns } from './sign-ins.store.ts'
import { deleteExpiredTickets } from './tickets.store.ts'

/** Forgets the states, nonces, tickets and bindings that have ended. */
export async function deleteExpiredSteamTokens(queries: Queries, now: Date): Promise<void> {
  await deleteExpiredSignIns(queries, now)
  await deleteExpiredNonces(queries, now)
  await deleteExpiredTickets(queries, now)
  await deleteExpiredBindings(queries, now)
}
