import type { Language } from '@clutch/contract/api/shared/fields.ts'

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
  /** A button; `otherwise` appears between it and its plain address. */
  | { kind: 'link'; label: string; otherwise: string; link: string }

/** Who writes. */
export interface MailSender {
  community: string
  /** The portal's public address. */
  url: string
}

/** The text in one language, as it appears in a mail. */
export interface LocalizedMailText extends MailText {
  language: Language
}
