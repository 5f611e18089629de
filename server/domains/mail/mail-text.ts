import type { Language } from '@clutch/contract/api/text.ts'
import type { MailContent } from './index.ts'
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
import { secondFactor } from './templates/accounts/second-factor.ts'
import { rentalCredited, rentalOutage } from './templates/rentals/rental-outage.ts'
import { vipEnding } from './templates/vip/vip-ending.ts'

/** What a mail is written in; `both` is one mail that says everything in Chinese, then in English. */
export type MailLanguage = Language | 'both'

/** A mail's words, before they become text and HTML. */
export interface MailText {
  subject: string
  parts: readonly MailPart[]
}

export type MailPart =
  | { kind: 'words'; words: string }
  /** Something to be typed off: big, and alone. */
  | { kind: 'code'; code: string }
  /** A button; `otherwise` stands between it and its bare address. */
  | { kind: 'link'; label: string; otherwise: string; link: string }

/** Who writes. */
export interface MailSender {
  community: string
  /** The portal's public address. */
  url: string
}

/** A letter in one language, as it stands in a mail. */
export interface LocalizedMailText extends MailText {
  language: Language
}

/** What a mail says: one letter, or one in each language. */
export function createMailTexts(
  content: MailContent,
  language: MailLanguage,
  sender: MailSender,
): LocalizedMailText[] {
  const letters = fillTemplate(content, sender)
  const languages = language === 'both' ? (['zh', 'en'] as const) : [language]
  return languages.map((each) => ({ ...letters[each], language: each }))
}

function fillTemplate(content: MailContent, sender: MailSender): Record<Language, MailText> {
  switch (content.kind) {
    case 'email-code':
      return emailCode(content.code, sender)
    case 'password-reset':
      return passwordReset(content.link, sender)
    case 'password-changed':
      return passwordChanged(sender)
    case 'second-factor':
      return secondFactor(content, sender)
    case 'vip-ending':
      return vipEnding(content, sender)
    case 'order-refunded':
      return orderRefunded(content, sender)
    case 'rental-ending':
      return rentalEnding(content, sender)
    case 'rental-outage':
      return rentalOutage(content, sender)
    case 'rental-credited':
      return rentalCredited(content, sender)
    case 'rental-address':
      return rentalAddress(content, sender)
    case 'rental-failed':
      return rentalFailed(content, sender)
    case 'rental-ready':
      return rentalReady(content, sender)
    case 'order-paid':
      return orderPaid(content, sender)
    case 'order-answered':
      return orderAnswered(content, sender)
  }
}
