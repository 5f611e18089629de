import {
  auditLogRetentionMs,
  endedApiTokenRetentionMs,
  idempotencyKeyRetentionMs,
} from '@clutch/contract/limits.ts'
import type { AppContext } from '../../platform/context.ts'
import { deleteEndedApiTokens } from './api-tokens/api-tokens.store.ts'
import { deleteOldIdempotencyKeys } from './idempotency/idempotency-keys.store.ts'
import { deleteOldAuditEntries } from './audit/audit-log.store.ts'
import { deleteExpiredBlocks } from './users/user-blocks.store.ts'
import { deleteExpiredGameCodes } from './game-bind/game-codes.store.ts'
import { deleteExpiredRateLimits } from './rate-limits/rate-limits.store.ts'
import { deleteExpiredSessions } from './sessions/sessions.store.ts'
import type { Queries } from '../../platform/database/index.ts'
import { deleteExpiredCodes } from './email/email-codes.store.ts'
import { deleteExpiredLinkAttempts } from './linked-accounts/linked-accounts.store.ts'
import { deleteExpiredResets } from './passwords/password-resets.store.ts'
import { deleteExpiredBindings } from './binding/bind-tokens.store.ts'
import { deleteExpiredNonces, deleteExpiredSignIns } from './steam/sign-ins.store.ts'
import { deleteExpiredTickets } from './steam/tickets.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'jobs'>

/**
 * Runs nightly: removes expired rows, operators' idempotency keys, API tokens that ended long ago, and audit log entries
 * older than two years (C12). Nothing depends on the timing: expired rows are never used.
 */
export function startAccountCleanup(context: Dependencies): Promise<void> {
  return context.jobs.work('account-sweep', async () => {
    const { database, clock } = context
    const now = clock.now()
    await settleAll([
      () => deleteExpiredRateLimits(database, now),
      () => deleteExpiredSessions(database, now),
      () => deleteExpiredBlocks(database, now),
      () => deleteExpiredSteamTokens(database, now),
      () => deleteExpiredEmailTokens(database, now),
      () => deleteExpiredGameCodes(database, now),
      () => deleteEndedApiTokens(database, new Date(now.getTime() - endedApiTokenRetentionMs)),
      () => deleteOldIdempotencyKeys(database, new Date(now.getTime() - idempotencyKeyRetentionMs)),
      () => deleteOldAuditEntries(database, new Date(now.getTime() - auditLogRetentionMs)),
    ])
  })
}

/** Does each piece of work, also after one that failed; throws the first error at the end. */
async function settleAll(work: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const one of work) await one().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Forgets codes and links that have ended. */
export async function deleteExpiredEmailTokens(queries: Queries, now: Date): Promise<void> {
  await deleteExpiredCodes(queries, now)
  await deleteExpiredResets(queries, now)
}

/** Forgets the states, nonces, tickets and bindings that have ended. */
export async function deleteExpiredSteamTokens(queries: Queries, now: Date): Promise<void> {
  await deleteExpiredLinkAttempts(queries, now)
  await deleteExpiredSignIns(queries, now)
  await deleteExpiredNonces(queries, now)
  await deleteExpiredTickets(queries, now)
  await deleteExpiredBindings(queries, now)
}
