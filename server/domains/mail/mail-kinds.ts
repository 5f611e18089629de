import * as z from 'zod/mini'
import { type Language, idSchema, line } from '@clutch/contract/api/shared/fields.ts'
import { linkProviders } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { appealNews } from '@clutch/contract/rules/moderation/appeals.ts'
import type { OptionalMailKind } from '@clutch/contract/rules/accounts/optional-mails.ts'
import { currencies, paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import { outageReasons } from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import { vipReminderDays } from '@clutch/contract/rules/vip/vip-term.ts'
import type { MailSender, MailText } from './mail-text.types.ts'
import { accountLinked } from './templates/accounts/account-linked.ts'
import { emailCode } from './templates/accounts/email-code.ts'
import { notificationMail } from './templates/notifications/notification.ts'
import { appealAnswered } from './templates/moderation/appeal-answered.ts'
import { reportClosed } from './templates/moderation/report-closed.ts'
import { orderAnswered } from './templates/payments/order-answered.ts'
import { orderPaid } from './templates/payments/order-paid.ts'
import { orderRefunded } from './templates/payments/order-refunded.ts'
import { passwordChanged } from './templates/accounts/password-changed.ts'
import { passwordReset } from './templates/accounts/password-reset.ts'
import { rentalAddress } from './templates/rentals/rental-address.ts'
import { rentalEnding } from './templates/rentals/rental-ending.ts'
import { rentalFailed } from './templates/rentals/rental-failed.ts'
import { rentalReady } from './templates/rentals/rental-ready.ts'
import { rentalVerifyFailed } from './templates/rentals/rental-verify-failed.ts'
import { secondFactor, secondFactorNews } from './templates/accounts/second-factor.ts'
import { rentalCredited, rentalOutage } from './templates/rentals/rental-outage.ts'
import { rentalUpdate } from './templates/rentals/rental-update.ts'
import { vipEnding } from './templates/vip/vip-ending.ts'

type Fields = z.core.$ZodLooseShape

interface MailKind<Shape extends Fields> {
  /** The fields of a mail other than its kind. */
  fields: Shape
  /** One of its kind, for the tests of all mails. */
  example: z.infer<z.ZodMiniObject<Shape>>
  /** The text in both languages. */
  text: (content: z.infer<z.ZodMiniObject<Shape>>, sender: MailSender) => Record<Language, MailText>
}

function defineMail<Shape extends Fields>(mail: MailKind<Shape>): MailKind<Shape> {
  return mail
}

const code = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/))
const link = z.string().check(z.regex(/^https?:\/\/[^\s"'<>\p{Cc}\p{Cs}]+$/u))
/** The number of an order or a rental; it is part of a subject. */
const number = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

/** What a person wrote or is called, as it was stored. */
const playerText = (max: number) => z.string().check(z.maxLength(max))

const notificationText = z.object({
  title: line(500),
  lines: z.array(z.object({ name: line(100), value: z.string().check(z.maxLength(4_000)) })),
})

/** The rental and the time of the examples. */
const rental = { number: 'sv-7f3k2q', name: '77' }
const evening = Date.parse('2026-11-21T18:10:00Z')

/**
 * Every kind of mail: the one definition from which the content type, the schema of the job, the text and the tests follow. A kind
 * that a player can switch off is also listed in the contract (`optionalMailKinds`).
 */
const mailKinds = {
  /** C6: proves an address. */
  'email-code': defineMail({
    fields: { code },
    example: { code: '271828' },
    text: ({ code }, sender) => emailCode(code, sender),
  }),
  /** C8: the link that sets a new password. */
  'password-reset': defineMail({
    fields: { link },
    example: { link: 'https://cs.example.org/reset-password?token=t_-&email=a%40b.org' },
    text: ({ link }, sender) => passwordReset(link, sender),
  }),
  /** C8, J2: the password of an account was changed. */
  'password-changed': defineMail({ fields: {}, example: {}, text: (_, sender) => passwordChanged(sender) }),
  /** J2: the second factor of an account changed. */
  'second-factor': defineMail({
    fields: { news: z.enum(secondFactorNews) },
    example: { news: 'guessed' },
    text: secondFactor,
  }),
  /** J2: an account of another service was linked. */
  'account-linked': defineMail({
    fields: { provider: z.enum(linkProviders) },
    example: { provider: 'discord' },
    text: accountLinked,
  }),
  /** F7: a membership ends in `days` or less; `ends` in ms since 1970. */
  'vip-ending': defineMail({
    fields: { days: z.literal(vipReminderDays), ends: z.int() },
    example: { days: 3, ends: evening },
    text: vipEnding,
  }),
  /** H5: `amount` (minor units) of an order was refunded. */
  'order-refunded': defineMail({
    fields: { number, amount: z.int().check(z.minimum(1)), currency: z.enum(currencies) },
    example: { number: '20261121-7', amount: 129_900, currency: 'CNY' },
    text: orderRefunded,
  }),
  /** G21: a rental ends in `days` or less; `ends` in ms since 1970. */
  'rental-ending': defineMail({
    fields: { number, name: line(64), days: z.literal(vipReminderDays), ends: z.int() },
    example: { ...rental, days: 1, ends: evening },
    text: rentalEnding,
  }),
  /** A rental has not run for five minutes; `since` in ms since 1970. */
  'rental-outage': defineMail({
    fields: { number, name: line(64), reason: z.enum(outageReasons), since: z.int() },
    example: { ...rental, reason: 'crashed', since: evening },
    text: rentalOutage,
  }),
  /** The time of an outage was added to a rental, which now ends at `ends` (ms since 1970). */
  'rental-credited': defineMail({
    fields: { number, name: line(64), minutes: z.int().check(z.minimum(1)), ends: z.int() },
    example: { ...rental, minutes: 90, ends: evening },
    text: rentalCredited,
  }),
  /** A rental restarts for a version of the game at `restarts` (ms since 1970), also with players on it. */
  'rental-update': defineMail({
    fields: {
      number,
      name: line(64),
      version: z.string().check(z.regex(/^[\d.]{1,32}$/)),
      restarts: z.int(),
    },
    example: { ...rental, version: '1.41.3.2', restarts: evening },
    text: rentalUpdate,
  }),
  /** A rental has a new address, `host:port`. */
  'rental-address': defineMail({
    fields: { number, name: line(64), address: z.string().check(z.regex(/^[\w.:-]{1,270}$/)) },
    example: { ...rental, address: '203.0.113.9:27300' },
    text: rentalAddress,
  }),
  /** G25: a rental could not be created. */
  'rental-failed': defineMail({ fields: { number, name: line(64) }, example: rental, text: rentalFailed }),
  /** G24: the files of a rental could not be verified. */
  'rental-verify-failed': defineMail({
    fields: { number, name: line(64) },
    example: rental,
    text: rentalVerifyFailed,
  }),
  /** G25: a new rental runs for the first time; `ends` in ms since 1970. */
  'rental-ready': defineMail({
    fields: { number, name: line(64), ends: z.int() },
    example: { ...rental, ends: evening },
    text: rentalReady,
  }),
  /** H4: an order was paid; `amount` in minor units, `paid` and `ends` in ms since 1970. */
  'order-paid': defineMail({
    fields: {
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
    example: {
      number: '20261121-7',
      id: '019aa000-0000-7000-8000-000000000001',
      description: { zh: '练习服务器（4 小时）', en: 'Practice server, 4 hours' },
      amount: 880,
      currency: 'CNY',
      method: 'paypal',
      paid: Date.parse('2026-11-21T10:10:00Z'),
      ends: Date.parse('2026-11-21T14:10:00Z'),
      notOnServers: false,
    },
    text: orderPaid,
  }),
  /** An operator answered a question about an order. */
  'order-answered': defineMail({
    fields: { number, answer: line(4_000) },
    example: { number: '20261121-7', answer: '1 < 2 & "3"' },
    text: orderAnswered,
  }),
  /** What became of a report. */
  'report-closed': defineMail({
    fields: { name: playerText(200), isSanctioned: z.boolean(), note: playerText(4_000) },
    example: { name: 'Kite', isSanctioned: true, note: '1 < 2\n& "3"' },
    text: reportClosed,
  }),
  /** An answer to an appeal, or its end. */
  'appeal-answered': defineMail({
    fields: { outcome: z.enum(appealNews), text: playerText(4_000) },
    example: { outcome: 'answer', text: '1 < 2\n& "3"' },
    text: appealAnswered,
  }),
  /** An event, or a digest of events, for operators; `link` is a page of the console. */
  notification: defineMail({
    fields: { zh: notificationText, en: notificationText, link },
    example: {
      zh: { title: '服务器离线：上海 1 号', lines: [{ name: '地址', value: '203.0.113.9:27015' }] },
      en: { title: 'Server down: One', lines: [{ name: 'Address', value: '203.0.113.9:27015' }] },
      link: 'https://cs.example.org/admin/servers',
    },
    text: notificationMail,
  }),
} satisfies Record<OptionalMailKind, unknown> & Record<string, unknown>

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

/** One mail of every kind. */
export const exampleMails = Object.fromEntries(
  Object.entries(mailKinds).map(([kind, { example }]) => [kind, { kind, ...example }]),
) as { [Kind in keyof Kinds]: Extract<MailContent, { kind: Kind }> }

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
