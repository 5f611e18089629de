import type { Language } from '@clutch/contract/api/text.ts'
import type { MailContent } from './index.ts'
import { emailCode } from './templates/email-code.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { passwordReset } from './templates/password-reset.ts'

/** A mail's words, before they become text and HTML. */
export interface Letter {
  subject: string
  parts: readonly Part[]
}

export type Part =
  | { kind: 'words'; words: string }
  /** Something to be typed off: big, and alone. */
  | { kind: 'code'; code: string }
  /** A button; `otherwise` stands between it and its bare address. */
  | { kind: 'link'; label: string; otherwise: string; link: string }

/** Who writes. */
export interface Sender {
  community: string
  /** The portal's public address. */
  url: string
}

/** What a mail says, in its language. */
export function writeLetter(content: MailContent, language: Language, sender: Sender): Letter {
  return inBoth(content, sender)[language]
}

function inBoth(content: MailContent, sender: Sender): Record<Language, Letter> {
  switch (content.kind) {
    case 'email-code':
      return emailCode(content.code, sender)
    case 'password-reset':
      return passwordReset(content.link, sender)
    case 'password-changed':
      return passwordChanged(sender)
  }
}
