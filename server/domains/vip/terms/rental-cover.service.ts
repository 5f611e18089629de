import { randomUUIDv7 } from 'node:crypto'
import { extendMembership, lockMembershipEnd } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as covers from './rental-cover.store.ts'
import { cutTerms, revokeTerms } from './revoke-terms.service.ts'
import * as store from './terms.store.ts'

type Dependencies = Pick<AppContext, 'clock'>

/** A rental whose owner is VIP until it ends. */
export interface RentalCover {
  /** SteamID64 of its owner. */
  steamId: string
  rentalId: string
  /** Its end; now or earlier where it covers nothing any more. */
  until: Date
}

/**
 * F7: makes a player VIP until their rental ends, in addition to purchased terms: a membership that lasts
 * longer is not extended, a permanent one stays. The end may move either way, and repeating the call changes
 * nothing; an earlier end revokes only what the rental itself added.
 */
export async function coverRental(tx: Queries, context: Dependencies, cover: RentalCover): Promise<void> {
  const { steamId, rentalId, until } = cover
  const before = await lockMembershipEnd(tx, context, { steamId, group: 'vip' })
  const known = await covers.selectCover(tx, rentalId)
  if (known?.until.getTime() === until.getTime()) return
  await covers.saveCover(tx, cover)
  await shorten(tx, context, rentalId, until)
  await refreshCoveredRentals(tx, context, steamId, before)
  await lengthen(tx, context, cover)
}

/**
 * Restores what a player's rentals lost of a membership that ended `before` (null: permanent), after a term
 * under them was revoked. The caller holds the player's lock. What an operator revoked stays revoked.
 */
export async function refreshCoveredRentals(
  tx: Queries,
  context: Dependencies,
  steamId: string,
  before: Date | null,
): Promise<void> {
  if (before === null) return
  for (const { source_id: rentalId, until } of await covers.selectCoversOf(tx, steamId, context.clock.now()))
    await lengthen(tx, context, { steamId, rentalId, until: until < before ? until : before })
}

async function shorten(tx: Queries, context: Dependencies, rentalId: string, until: Date): Promise<void> {
  for (const term of await covers.selectTermsOfRental(tx, rentalId, until)) {
    const isAll = term.starts_at >= until
    const rest = { ...term, starts_at: isAll ? term.starts_at : until }
    if (isAll) await store.updateRevoked(tx, term.id, context.clock.now())
    else await store.updateTerm(tx, term.id, { starts: term.starts_at, ends: until })
    await revokeTerms(tx, context, rest)
  }
}

async function lengthen(
  tx: Queries,
  context: Dependencies,
  { steamId, rentalId, until }: RentalCover,
): Promise<void> {
  const key = { steamId, group: 'vip' } as const
  const ends = await lockMembershipEnd(tx, context, key)
  if (ends === null || ends >= until) return
  const added = await extendMembership(tx, context, key, until.getTime() - ends.getTime())
  if (!added) return
  await cutTerms(tx, steamId, added.starts)
  const [last] = await covers.selectTermsOfRental(tx, rentalId, context.clock.now())
  if (last?.ends_at.getTime() === added.starts.getTime())
    return store.updateTerm(tx, last.id, { starts: last.starts_at, ends: added.ends })
  await store.insertTerm(tx, {
    id: randomUUIDv7(),
    steam_id: steamId,
    source: 'rental',
    source_id: rentalId,
    starts_at: added.starts,
    ends_at: added.ends,
  })
}
