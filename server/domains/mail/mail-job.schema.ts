import * as z from 'zod/mini'
import { idSchema, languageSchema, line, steamIdSchema } from '@clutch/contract/api/text.ts'
import { isEmail } from '@clutch/contract/rules/email.ts'
import { currencies, paymentMethods } from '@clutch/contract/rules/money.ts'
import { outageReasons } from '@clutch/contract/rules/outages.ts'
import { endingNoticeDays } from '@clutch/contract/rules/vip-term.ts'
import type { AppContext } from '../../house.ts'
import type { Mail } from './index.ts'
import { secondFactorNews } from './templates/accounts/second-factor.ts'

const code = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))
const link = z.string().check(z.regex(/^https?:\/\/[^\s"'<>\p{Cc}\p{Cs}]+$/u))
// Of an order or a server; it stands in a subject.
const number = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

const player = z.object({
  steamId: steamIdSchema,
  unsubscribe: z.nullable(z.string().check(z.regex(/^[\w-]{1,200}$/))),
})

const mailSchema = z.object({
  to: z.string().check(z.refine(isEmail)),
  language: z.union([languageSchema, z.literal('both')]),
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('email-code'), code }),
    z.object({ kind: z.literal('password-reset'), link }),
    z.object({ kind: z.literal('password-changed') }),
    z.object({ kind: z.literal('second-factor'), news: z.enum(secondFactorNews) }),
    z.object({ kind: z.literal('vip-ending'), days: z.literal(endingNoticeDays), ends: z.int() }),
    z.object({
      kind: z.literal('order-refunded'),
      number,
      amount: z.int().check(z.minimum(1)),
      currency: z.enum(currencies),
    }),
    z.object({
      kind: z.literal('rental-ending'),
      number,
      name: line(64),
      days: z.literal(endingNoticeDays),
      ends: z.int(),
    }),
    z.object({
      kind: z.literal('rental-outage'),
      number,
      name: line(64),
      reason: z.enum(outageReasons),
      since: z.int(),
    }),
    z.object({
      kind: z.literal('rental-credited'),
      number,
      name: line(64),
      minutes: z.int().check(z.minimum(1)),
      ends: z.int(),
    }),
    z.object({
      kind: z.literal('rental-address'),
      number,
      name: line(64),
      address: z.string().check(z.regex(/^[\w.:-]{1,270}$/)),
    }),
    z.object({ kind: z.literal('rental-failed'), number, name: line(64) }),
    z.object({ kind: z.literal('rental-ready'), number, name: line(64), ends: z.int() }),
    z.object({
      kind: z.literal('order-paid'),
      number,
      id: idSchema,
      description: z.object({ zh: line(200), en: line(200) }),
      amount: z.int().check(z.minimum(0)),
      currency: z.enum(currencies),
      method: z.enum(paymentMethods),
      paid: z.int(),
      ends: z.nullable(z.int()),
      notOnServers: z.boolean(),
    }),
    z.object({ kind: z.literal('order-answered'), number, answer: line(4_000) }),
  ]),
  until: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
  player: z.optional(player),
})

/** A job's mail makes no sense to this version, or holds what could become a header or a second address. */
class InvalidMailJob extends Error {
  override name = 'MailUnreadable'
}

/** The mail of a job. Throws an Error that says nothing of what is in it. */
export function readMailJob({ keys }: Pick<AppContext, 'keys'>, sealed: string): Mail {
  const read = z.safeParse(mailSchema, JSON.parse(keys.open(sealed, 'mail')))
  if (read.success) return read.data
  throw new InvalidMailJob(`not a mail in ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
}
