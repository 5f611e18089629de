import type { GiftCard } from '@clutch/contract/api/vip/vip.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type VipDuration, durationMs, vipDurations } from '@clutch/contract/rules/payments/durations.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './cards.store.ts'
import { giftCodeHashes, giftCodePlace } from './gift-code.ts'
import { grantVip } from '../terms/terms.service.ts'

/** What a card was worth; `expireDate` in ms since 1970. */
export interface Redeemed {
  duration: VipDuration
  expireDate: number
}

/**
 * F4: redeems a code, once, for a user by their SteamID64. Throws `card.unknown`, `card.used`, `card.over` (its time is over, or it was made void), or
 * `vip.permanent` (the card stays as it is).
 */
export async function redeemCode(context: AppContext, steamId: string, code: string): Promise<Redeemed> {
  return context.database.transaction().execute(async (tx) => {
    const card = await store.lockCardByHash(tx, giftCodeHashes(context, code))
    const { id, duration } = usable(card, context.clock.now())
    const grant = {
      steamId,
      durationMs: durationMs(duration),
      source: 'card',
      sourceId: id,
    } as const
    const granted = await grantVip(tx, context, grant)
    if (granted.outcome === 'permanent')
      throw new PortalError('vip.permanent', 'This account is a permanent VIP')
    await store.updateUsed(tx, id, steamId, context.clock.now())
    return { duration, expireDate: granted.ends.getTime() }
  })
}

function usable(card: store.CardRow | undefined, now: Date): { id: string; duration: VipDuration } {
  if (!card) throw new PortalError('card.unknown', 'There is no such card')
  const state = stateOf(card, now)
  if (state === 'used') throw new PortalError('card.used', 'This card has been used')
  if (state !== 'unused') throw new PortalError('card.over', 'This card is no longer valid')
  return { id: card.id, duration: vipDurationOf(card) }
}

/** Returns the cards that a user bought, newest first, with their codes. */
export async function listCardsOf(context: AppContext, userId: string): Promise<GiftCard[]> {
  const rows = await store.selectCardsOf(context.database, userId)
  const now = context.clock.now()
  return rows.map((row) => ({
    ...cardView(row, now),
    code: row.sealed === null || row.void_at ? null : context.keys.open(row.sealed, giftCodePlace(row.id)),
  }))
}

/** Makes an unused card worth nothing; throws `card.used`. */
export async function voidCard(tx: Queries, card: store.CardRow, now: Date): Promise<void> {
  if (card.used_at) throw new PortalError('card.used', 'This card has been used')
  if (!card.void_at) await store.updateVoid(tx, card.id, now)
}

/** Returns what anyone who may see a card sees of it, at a time. */
export function cardView(row: store.CardRow, now: Date): Omit<GiftCard, 'code'> {
  return {
    id: row.id,
    duration: vipDurationOf(row),
    state: stateOf(row, now),
    created: row.created_at.getTime(),
    expires: row.expires_at.getTime(),
    used: row.used_at?.getTime() ?? null,
    orderId: row.order_id,
  }
}

function stateOf({ used_at, void_at, expires_at }: store.CardRow, now: Date): GiftCard['state'] {
  if (used_at) return 'used'
  if (void_at) return 'void'
  return expires_at <= now ? 'over' : 'unused'
}

function vipDurationOf({ duration }: store.CardRow): VipDuration {
  const known = vipDurations.find((one) => one === duration)
  if (!known) throw new Error(`a card of ${duration}`)
  return known
}
