import { randomUUIDv7 } from 'node:crypto'
import { extendMembership, lockMembership, lockMembershipEnd } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { refreshCoveredRentals } from './rental-cover.ts'
import { cutTerms, revokeTerms } from './revoke-terms.ts'
import * as store from './terms.store.ts'

type Parts = Pick<AppContext, 'clock'>

/** A term of VIP and what it is for, by which it is known again. */
export interface Grant {
  /** SteamID64. */
  steamId: string
  durationMs: number
  source: store.TermSource
  /** The id (UUID) of the order or card. */
  sourceId: string
}

/** What became of a grant: the end of its term, or `permanent` where there is nothing to add to. */
export type GrantResult = { outcome: 'added' | 'there'; ends: Date } | { outcome: 'permanent' }

/**
 * F7: makes somebody VIP for a term, from the later of now and the end they have; once for each source, however often it is
 * called. Of two at once both count. Nothing is changed for somebody who is VIP for good.
 */
export async function grantVip(tx: Queries, context: Parts, grant: Grant): Promise<GrantResult> {
  const { steamId, source, sourceId } = grant
  const place = { steamId, group: 'vip' } as const
  await lockMembership(tx, context, place)
  const known = await store.selectTerm(tx, source, sourceId)
  if (known) return { outcome: 'there', ends: known.ends_at }
  const term = await extendMembership(tx, context, place, grant.durationMs)
  if (!term) return { outcome: 'permanent' }
  await cutTerms(tx, steamId, term.starts)
  await store.insertTerm(tx, {
    id: randomUUIDv7(),
    steam_id: steamId,
    source,
    source_id: sourceId,
    starts_at: term.starts,
    ends_at: term.ends,
  })
  return { outcome: 'added', ends: term.ends }
}

/**
 * Takes a term back, once: VIP ends earlier by what is left of it, the terms after it move up, and none of them loses anything
 * by it; a rental that stood on it covers its time again. A source that granted nothing has nothing to take back.
 */
export async function revokeVip(
  tx: Queries,
  context: Parts,
  { source, sourceId }: Pick<Grant, 'source' | 'sourceId'>,
): Promise<void> {
  const found = await store.selectTerm(tx, source, sourceId)
  if (!found) return
  const place = { steamId: found.steam_id, group: 'vip' } as const
  const before = await lockMembershipEnd(tx, context, place)
  // Whoever held the membership until now may have moved it, or taken it back.
  const term = await store.selectTerm(tx, source, sourceId)
  if (!term || term.revoked_at !== null) return
  await store.updateRevoked(tx, term.id, context.clock.now())
  await revokeTerms(tx, context, term)
  await refreshCoveredRentals(tx, context, term.steam_id, before)
}
