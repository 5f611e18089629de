import { randomUUIDv7 } from 'node:crypto'
import { extendMembership, getPlayerNames, lockMembershipEnd } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { refreshCoveredRentals } from './rental-cover.service.ts'
import { cutTerms, revokeTerms } from './revoke-terms.service.ts'
import * as store from './terms.store.ts'

type Dependencies = Pick<AppContext, 'clock'>

/** A VIP term and the source that identifies it. */
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
 * F7: Grants VIP for a term that starts at the later of now and the current end; once per source, however
 * often it is called. Of two concurrent grants both count. Changes nothing for a permanent VIP.
 */
export async function grantVip(tx: Queries, context: Dependencies, grant: Grant): Promise<GrantResult> {
  const { steamId, source, sourceId } = grant
  const key = { steamId, group: 'vip' } as const
  const before = await lockMembershipEnd(tx, context, key)
  const known = await store.selectTerm(tx, source, sourceId)
  if (known) return { outcome: 'there', ends: known.ends_at }
  const term = await extendMembership(tx, context, key, grant.durationMs)
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
  if (before !== null && before <= context.clock.now()) {
    const player = (await getPlayerNames(tx, [steamId])).get(steamId) ?? steamId
    await notify(context, tx, {
      kind: 'vip.new',
      subject: steamId,
      steamId,
      fields: { player, ends: term.ends.getTime() },
    })
  }
  return { outcome: 'added', ends: term.ends }
}

/**
 * Revokes a term, once: VIP ends earlier by the term's remaining time, later terms move up without loss, and
 * a rental that it covered uses its own time again. Does nothing for a source that granted nothing.
 */
export async function revokeVip(
  tx: Queries,
  context: Dependencies,
  { source, sourceId }: Pick<Grant, 'source' | 'sourceId'>,
): Promise<void> {
  const found = await store.selectTerm(tx, source, sourceId)
  if (!found) return
  const key = { steamId: found.steam_id, group: 'vip' } as const
  const before = await lockMembershipEnd(tx, context, key)
  // The previous holder of the lock may have moved or revoked the term.
  const term = await store.selectTerm(tx, source, sourceId)
  if (!term || term.revoked_at !== null) return
  await store.updateRevoked(tx, term.id, context.clock.now())
  await revokeTerms(tx, context, term)
  await refreshCoveredRentals(tx, context, term.steam_id, before)
}
