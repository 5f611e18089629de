import * as z from 'zod/mini'
import { type Language, idSchema, line } from '@clutch/contract/api/shared/fields.ts'
import { currencies, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { outageReasons } from '@clutch/contract/rules/rentals/outages.ts'
import { vipReminderDays } from '@clutch/contract/rules/vip/vip-term.ts'
import type { MailSender, MailText } from './mail-text.types.ts'
import { emailCode } from './templates/accounts/email-code.ts'
import { orderAnswered } from './templates/payments/order-answered.ts'
import { orderPaid } from './templates/payments/order-paid.ts'
import { orderRefunded } from './templates/payments/order-refunded.ts'
import { passwordChanged } from './templates/accounts/password-changed.ts'
import { passwordReset } from './templates/accounts/password-reset.ts'
import { rentalAddress } from './templates/rentals/rental-address.ts'
import { rentalEnding } from './templates/rentals/rental-ending.ts'
import { rentalFailed } from './templates/rentals/rental-failed.ts'
import { rentalReady } from './templates/rentals/rental-ready.ts'
import { secondFactor, secondFactorNews } from './templates/accounts/second-factor.ts'
import { rentalCredited, rentalOutage } from './templates/rentals/rental-outage.ts'
import { vipEnding } from './templates/vip/vip-ending.ts'

type Fields = z.core.$ZodLooseShape

interface MailKind<Shape extends Fields> {
  fields: Shape
  /** The text in both languages. */
  text: (content: z.infer<z.ZodMiniObject<Shape>>, sender: MailSender) => Record<Language, MailText>
}

function defineMail<Shape extends Fields>(fields: Shape, text: MailKind<Shape>['text']): MailKind<Shape> {
  return { fields, text }
}

const code = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))
const link = z.string().check(z.regex(/^https?:\/\/[^\s"'<>\p{Cc}\p{Cs}]+$/u))
/** The number of an order or a rental; it is part of a subject. */
const number = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

/**
 * Every kind of mail: the one definition from which the content type, the schema of the job and the text follow. A kind that a
 * player can switch off is also listed in the contract (`optionalMails`).
 */
const mailKinds = {
  /** C6: proves an address. */
  'email-code': defineMail({ code }, ({ code }, sender) => emailCode(code, sender)),
  /** C8: the link that sets a new password. */
  'password-reset': defineMail({ link }, ({ link }, sender) => passwordReset(link, sender)),
  /** C8, J2: the password of an account was changed. */
  'password-changed': defineMail({}, (_, sender) => passwordChanged(sender)),
  /** J2: the second factor of an account changed. */
  'second-factor': defineMail({ news: z.enum(secondFactorNews) }, secondFactor),
  /** F7: a membership ends in `days` or less; `ends` in ms since 1970. */
  'vip-ending': defineMail({ days: z.literal(vipReminderDays), ends: z.int() }, vipEnding),
  /** H5: `amount` (minor units) of an order was refunded. */
  'order-refunded': defineMail(
    { number, amount: z.int().check(z.minimum(1)), currency: z.enum(currencies) },
    orderRefunded,
  ),
  /** G21: a rental ends in `days` or less; `ends` in ms since 1970. */
  'rental-ending': defineMail(
    { number, name: line(64), days: z.literal(vipReminderDays), ends: z.int() },
    rentalEnding,
  ),
  /** A rental has not run for five minutes; `since` in ms since 1970. */
  'rental-outage': defineMail(
    { number, name: line(64), reason: z.enum(outageReasons), since: z.int() },
    rentalOutage,
  ),
  /** The time of an outage was added to a rental, which now ends at `ends` (ms since 1970). */
  'rental-credited': defineMail(
    { number, name: line(64), minutes: z.int().check(z.minimum(1)), ends: z.int() },
    rentalCredited,
  ),
  /** A rental has a new address, `host:port`. */
  'rental-address': defineMail(
    { number, name: line(64), address: z.string().check(z.regex(/^[\w.:-]{1,270}$/)) },
    rentalAddress,
  ),
  /** G25: a rental could not be created. */
  'rental-failed': defineMail({ number, name: line(64) }, rentalFailed),
  /** G25: a new rental runs for the first time; `ends` in ms since 1970. */
  'rental-ready': defineMail({ number, name: line(64), ends: z.int() }, rentalReady),
  /** H4: an order was paid; `amount` in minor units, `paid` and `ends` in ms since 1970. */
  'order-paid': defineMail(
    {
      number,
      id: idSchema,
      description: z.object({ zh: line(200), en: line(200) }),
      amount: z.int().check(z.minimum(0)),
      currency: z.enum(currencies),
      method: z.enum(paymentMethods),
      paid: z.int(),
      ends: z.nullable(z.int()),
      notOnServers: z.boolean(),
    },
    orderPaid,
  ),
  /** An operator answered a question about an order. */
  'order-answered': defineMail({ number, answer: line(4_000) }, orderAnswered),
}

type Kinds = typeof mailKinds
type ContentOf<Kind> =
  Kind extends MailKind<infer Shape>
    ? keyof Shape extends never
      ? unknown
      : z.infer<z.ZodMiniObject<Shape>>
    : never

/** What a mail says. */
export type MailContent = {
  [Kind in keyof Kinds]: { kind: Kind } & ContentOf<Kinds[Kind]>
}[keyof Kinds]

/** The schema of a mail's content. */
export const mailContentSchema = z.discriminatedUnion(
  'kind',
  Object.entries(mailKinds).map(([kind, { fields }]) =>
    z.object({ kind: z.literal(kind), ...fields }),
  ) as never,
) as unknown as z.ZodMiniType<MailContent>

/** The text of a mail in both languages. */
export function fillTemplate(content: MailContent, sender: MailSender): Record<Language, MailText> {
  const { text } = mailKinds[content.kind] as MailKind<Fields>
  return text(content, sender)
}
