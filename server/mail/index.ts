import type { Language } from '@clutch/contract/api/text.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'

export { startMailer } from './mailer.ts'

/** What a mail says, in the language of whoever gets it. Later domains add theirs. */
export type MailContent =
  | { kind: 'email-code'; code: string }
  | { kind: 'password-reset'; link: string }
  /** Tells the owner of an account that its password was changed. */
  | { kind: 'password-changed' }

export interface Mail {
  /** One address. */
  to: string
  language: Language
  content: MailContent
  /** After this it says nothing true any more and is not sent. */
  until: Date
}

/** Whether this portal can send mail at all (`SMTP_URL`). */
export function canMail({ settings }: Pick<House, 'settings'>): boolean {
  return settings.smtpUrl !== undefined
}

/** Has a mail sent once the caller's transaction commits; it is kept sealed until then, and tried again while it is true. */
export async function postMail(house: Pick<House, 'keys' | 'jobs'>, tx: Queries, mail: Mail): Promise<void> {
  await house.jobs.enqueue(tx, 'mail', { sealed: house.keys.seal(JSON.stringify(mail), 'mail') })
}
