import * as z from 'zod/mini'
import { durations, vipDurations } from '../../rules/payments/durations.ts'
import { paymentMethods } from '../../rules/payments/money.ts'
import { rentalNumberSchema } from '../rentals/rentals.ts'
import { line, steamIdSchema } from '../shared/fields.ts'

const paymentMethod = z.enum(paymentMethods)
const vipFields = { duration: z.enum(vipDurations), paymentMethod }
const rentalFields = { duration: z.enum(durations), paymentMethod, isRelocatable: z.boolean() }
/** As it was typed: the rules for it have errors of their own (G10). */
const rawText = z.string().check(z.maxLength(200))

/** `plan` of `vip`; `recipient` is the player it is given to, the buyer where it is left out. */
export const vipOptionsSchema = z.strictObject({ ...vipFields, recipient: z.optional(steamIdSchema) })

/** `card` of `vip_card`. */
export const giftCardOptionsSchema = z.strictObject(vipFields)

/** `new_server` of `server_rental`. `region` is the code of one; `nickname` names the buyer among the server's admins. */
export const newServerOptionsSchema = z.strictObject({
  ...rentalFields,
  serverName: rawText,
  password: rawText,
  region: rawText,
  nickname: z.optional(line(64)),
})

/** `renew_server` of `server_rental`. */
export const renewalOptionsSchema = z.strictObject({ ...rentalFields, instance_id: rentalNumberSchema })

export type NewServerOptions = z.output<typeof newServerOptionsSchema>
export type RenewalOptions = z.output<typeof renewalOptionsSchema>

/**
 * The options of the product that is ordered. Clients of document 2 §3 send them as JSON text, which each product checks by the
 * same schema.
 */
export const orderOptionsSchema = z.union([
  newServerOptionsSchema,
  renewalOptionsSchema,
  vipOptionsSchema,
  giftCardOptionsSchema,
  z.string().check(z.maxLength(4_000)),
])

/** The same without the text. */
export type OrderOptions = Exclude<z.output<typeof orderOptionsSchema>, string>
