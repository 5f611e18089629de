import { truncateTerm } from '@clutch/contract/rules/vip/vip-term.ts'
import { shortenMembership } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './terms.store.ts'

/** A term, or the part of one that is taken back. */
interface Part {
  id: string
  steam_id: string
  starts_at: Date
  ends_at: Date
}

/** Of terms that run beyond where their membership ended an operator has taken that part: a refund is not to take it again. */
export async function cutTerms(tx: Queries, steamId: string, end: Date): Promise<void> {
  for (const { id, starts_at, ends_at } of await store.selectActiveTerms(tx, steamId, end)) {
    const { starts, ends } = truncateTerm(
      { starts: starts_at.getTime(), ends: ends_at.getTime() },
      end.getTime(),
    )
    await store.updateTerm(tx, id, { starts: new Date(starts), ends: new Date(ends) })
  }
}

/**
 * Shortens a membership by the rest of a part that belongs to no term any more; later terms move up and lose
 * nothing. The caller holds the membership's lock.
 */
export async function revokeTerms(
  tx: Queries,
  context: Pick<AppContext, 'clock'>,
  part: Part,
): Promise<void> {
  const key = { steamId: part.steam_id, group: 'vip' } as const
  const others = await store.selectActiveTerms(tx, part.steam_id, context.clock.now())
  const moved = await shortenMembership(tx, context, key, {
    term: spanOf(part),
    others: others.map(spanOf),
  })
  for (const [index, { id }] of others.entries()) {
    const span = moved[index]
    if (span) await store.updateTerm(tx, id, span)
  }
}

function spanOf({ starts_at, ends_at }: Pick<Part, 'starts_at' | 'ends_at'>) {
  return { starts: starts_at, ends: ends_at }
}
