import { randomUUIDv7 } from 'node:crypto'
import { cutTerm } from '@clutch/contract/rules/vip-term.ts'
import { extendGroup, lockGroup, shortenGroup } from '../accounts/index.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './terms-store.ts'

export type { TermSource } from './terms-store.ts'

type Parts = Pick<House, 'clock'>

/** A term of VIP and what it is for, by which it is known again. */
export interface Grant {
  /** SteamID64. */
  steamId: string
  durationMs: number
  source: store.TermSource
  /** The id (UUID) of the order, card or lease. */
  sourceId: string
}

/** What became of a grant: the end of its term, or `permanent` where there is nothing to add to. */
export type Granted = { outcome: 'added' | 'there'; ends: Date } | { outcome: 'permanent' }

/**
 * F7: makes somebody VIP for a term, from the later of now and the end they have; once for each source, however often it is
 * called. Of two at once both count. Nothing is changed for somebody who is VIP for good.
 */
export async function grantVip(tx: Queries, house: Parts, grant: Grant): Promise<Granted> {
  const { steamId, source, sourceId } = grant
  const place = { steamId, group: 'vip' } as const
  await lockGroup(tx, house, place)
  const known = await store.selectTerm(tx, source, sourceId)
  if (known) return { outcome: 'there', ends: known.ends_at }
  const term = await extendGroup(tx, house, place, grant.durationMs)
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

/** Of terms that run beyond where their membership ended an operator has taken that part: a refund is not to take it again. */
async function cutTerms(tx: Queries, steamId: string, end: Date): Promise<void> {
  for (const { id, starts_at, ends_at } of await store.selectStanding(tx, steamId, end)) {
    const { starts, ends } = cutTerm({ starts: starts_at.getTime(), ends: ends_at.getTime() }, end.getTime())
    await store.updateTerm(tx, id, { starts: new Date(starts), ends: new Date(ends) })
  }
}

/**
 * Takes a term back, once: VIP ends earlier by what is left of it, the terms after it move up, and none of them loses anything
 * by it. A source that granted nothing has nothing to take back.
 */
export async function revokeVip(
  tx: Queries,
  house: Parts,
  { source, sourceId }: Pick<Grant, 'source' | 'sourceId'>,
): Promise<void> {
  const found = await store.selectTerm(tx, source, sourceId)
  if (!found) return
  const place = { steamId: found.steam_id, group: 'vip' } as const
  await lockGroup(tx, house, place)
  // Whoever held the membership until now may have moved it, or taken it back.
  const term = await store.selectTerm(tx, source, sourceId)
  if (!term || term.revoked_at !== null) return
  const now = house.clock.now()
  await store.updateRevoked(tx, term.id, now)
  const others = await store.selectStanding(tx, term.steam_id, now)
  const moved = await shortenGroup(tx, house, place, { term: spanOf(term), others: others.map(spanOf) })
  for (const [index, { id }] of others.entries()) {
    const span = moved[index]
    if (span) await store.updateTerm(tx, id, span)
  }
}

function spanOf({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) {
  return { starts: starts_at, ends: ends_at }
}
