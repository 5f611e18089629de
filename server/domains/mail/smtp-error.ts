import type { NodemailerError } from 'nodemailer'

/** A mail could not be handed over now. It names codes only: what the server said may hold the address. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
}

/** Replies that are about us and not about the mail: the operator's to mend, and then it goes. */
const configurationReplyCodes = [530, 534, 535, 538]

export interface SmtpFailure {
  /** Whether the same mail would be refused again, however often it came. */
  isPermanent: boolean
  /** What failed, without a word of the server's: `EENVELOPE 550`, `ESOCKET ECONNREFUSED`. */
  codes: string
}

/** What a failure of nodemailer means for the mail. */
export function classifySmtpError(error: unknown): SmtpFailure {
  const { code, originalCode, responseCode, permanent } = (error ?? {}) as NodemailerError
  const codes = [code, originalCode, responseCode?.toString()].filter(isCode).join(' ')
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined) return { isPermanent: isAboutTheMail, codes }
  return {
    isPermanent: isAboutTheMail && permanent === true && !configurationReplyCodes.includes(responseCode),
    codes,
  }
}

function isCode(part: string | undefined): boolean {
  return /^[A-Z0-9_]{1,48}$/.test(part ?? '')
}
