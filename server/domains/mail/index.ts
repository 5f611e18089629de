import type { Language } from '@clutch/contract/api/text.ts'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/money.ts'
import type { OutageReason } from '@clutch/contract/rules/outages.ts'
import type { EndingNotice } from '@clutch/contract/rules/vip-term.ts'
import type { Queries } from '../../database/index.ts'
import type { AppContext } from '../../house.ts'
import type { MailLanguage } from './mail-text.ts'
import type { SecondFactorNews } from './templates/accounts/second-factor.ts'

export { startMailWorker } from './mail.worker.ts'
export type { SecondFactorNews } from './templates/accounts/second-factor.ts'

/** What a mail says. Later domains add theirs. */
export type MailContent =
  | { kind: 'email-code'; code: string }
  | { kind: 'password-reset'; link: string }
  /** Tells the owner of an account that its password was changed. */
  | { kind: 'password-changed' }
  /** What happened to the second factor of an account. */
  | { kind: 'second-factor'; news: SecondFactorNews }
  /** F7: a membership ends in so many days or less; `ends` in ms since 1970. */
  | { kind: 'vip-ending'; days: EndingNotice; ends: number }
  /** H5: so much of an order (minor units) was paid back. */
  | { kind: 'order-refunded'; number: string; amount: number; currency: Currency }
  /** G21: a rented server ends in so many days or less; `ends` in ms since 1970. */
  | { kind: 'rental-ending'; number: string; name: string; days: EndingNotice; ends: number }
  /** A rented server has not run for five minutes; `since` in ms since 1970. */
  | { kind: 'rental-outage'; number: string; name: string; reason: OutageReason; since: number }
  /** So much time of an outage was added to a term, which ends then (ms since 1970). */
  | { kind: 'rental-credited'; number: string; name: string; minutes: number; ends: number }
  /** A rented server has got another address, `host:port`. */
  | { kind: 'rental-address'; number: string; name: string; address: string }
  /** G25: a rented server could not be made. */
  | { kind: 'rental-failed'; number: string; name: string }
  /** G25: a new practice server runs for the first time; `ends` in ms since 1970. */
  | { kind: 'rental-ready'; number: string; name: string; ends: number }
  /** H4: a purchase was paid. */
  | OrderPaidMail
  /** An operator's answer (one line of text) to a question about an order. */
  | { kind: 'order-answered'; number: string; answer: string }

export interface OrderPaidMail {
  kind: 'order-paid'
  number: string
  /** Where the order stands on the page. */
  id: string
  description: Record<Language, string>
  /** Minor units. */
  amount: number
  currency: Currency
  method: PaymentMethod
  /** Ms since 1970. */
  paid: number
  /** Until when the bought time runs, where that is known by now. */
  ends: number | null
  /** VIP that no game server is told of yet. */
  notOnServers: boolean
}

export interface Mail {
  /** One address. */
  to: string
  /** Of the page that waits for it; `both`, Chinese first, where none does. */
  language: MailLanguage
  content: MailContent
  /** After this it says nothing true any more and is not sent. */
  until: Date
  /** The player it is for, where it is about their account: posted by `mailPlayer`, which keeps to their settings. */
  player?: MailPlayer | undefined
}

export interface MailPlayer {
  /** SteamID64. */
  steamId: string
  /** The token that switches this kind of mail off; null where it cannot be. */
  unsubscribe: string | null
}

/** Asked just before a mail is sent: whether it is still true and wanted. */
export type MailCheck = (mail: Mail) => Promise<boolean>

/** Whether this portal can send mail at all (`SMTP_URL`). */
export function canSendMail({ settings }: Pick<AppContext, 'settings'>): boolean {
  return settings.smtpUrl !== undefined
}

/** Has a mail sent once the caller's transaction commits; it is kept sealed until then, and tried again while it is true. */
export async function enqueueMail(
  context: Pick<AppContext, 'keys' | 'jobs'>,
  tx: Queries,
  mail: Mail,
): Promise<void> {
  await context.jobs.enqueue(tx, 'mail', { sealed: context.keys.seal(JSON.stringify(mail), 'mail') })
}
