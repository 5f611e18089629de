import * as z from 'zod/mini'
import { durations, vipDurations } from '../../rules/payments/durations.ts'
import { isGiftCode, normalizeGiftCode } from '../../rules/vip/gift-codes.ts'
import { privilegeCategories } from '../../rules/accounts/groups.ts'
import { defineCall } from '../call.ts'
import { idSchema, languageQuery } from '../shared/fields.ts'

/** F5: 1 allowed, 2 optional, anything else forbidden. */
const privilegeFlag = z.int()

export const privilegeSchema = z.extend(
  z.object({ id: idSchema, order: z.int(), content: z.string(), detail: z.string() }),
  Object.fromEntries(privilegeCategories.map((id) => [id, privilegeFlag])) as Record<
    (typeof privilegeCategories)[number],
    typeof privilegeFlag
  >,
)

export type Privilege = z.infer<typeof privilegeSchema>

export const listPrivileges = defineCall({
  id: 'listPrivileges',
  method: 'GET',
  path: '/api/privileges',
  who: 'anyone',
  tag: 'vip',
  summary: 'What the groups may, in one language, in order: one numeric flag per category (F5).',
  query: languageQuery,
  reply: z.array(privilegeSchema),
})

const giftCodeSchema = z.pipe(
  z.string().check(z.maxLength(64)),
  z.pipe(z.transform(normalizeGiftCode), z.string().check(z.refine(isGiftCode, 'a redeem code'))),
)

export const redeemCard = defineCall({
  id: 'redeemCard',
  method: 'POST',
  path: '/api/vip/redeem',
  who: 'user',
  tag: 'vip',
  limits: [
    { name: 'redeem address', by: 'address' },
    { name: 'redeem account', by: 'account' },
  ],
  summary: 'Redeems a gift card’s code for the signed-in player, once (F4). Times in ms since 1970 (UTC).',
  body: z.strictObject({ code: giftCodeSchema }),
  reply: z.object({ duration: z.enum(vipDurations), expireDate: z.nullable(z.number()) }),
  errors: ['card.unknown', 'card.used', 'card.over', 'vip.permanent'],
})

export const giftCardStates = ['unused', 'used', 'void', 'over'] as const

/** A gift card that the user bought. `code` is null once it is void. Times in ms since 1970 (UTC). */
export const giftCardSchema = z.object({
  id: idSchema,
  code: z.nullable(z.string()),
  duration: z.enum(durations),
  state: z.enum(giftCardStates),
  created: z.number(),
  expires: z.number(),
  used: z.nullable(z.number()),
  orderId: z.nullable(idSchema),
})

export type GiftCard = z.infer<typeof giftCardSchema>

export const listCards = defineCall({
  id: 'listCards',
  method: 'GET',
  path: '/api/vip/cards',
  who: 'user',
  tag: 'vip',
  summary: 'The gift cards one bought, newest first, with their codes (F4).',
  reply: z.array(giftCardSchema),
})
