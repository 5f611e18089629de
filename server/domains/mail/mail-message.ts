import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'
import type { Mail } from './mail-job.schema.ts'
import type { MailSender, LocalizedMailText, MailLanguage } from './mail-text.types.ts'
import { renderHtml } from './layout/html-layout.ts'
import { renderText } from './layout/text-layout.ts'
import { type MailContent, fillTemplate } from './mail-kinds.ts'

/**
 * Returns the host of the public address in the form mail servers accept; an IP address becomes `localhost`.
 */
export function getMailHost(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? 'localhost' : hostname
}

/** The message for nodemailer, without a date. One job always makes the same Message-ID, so that a second copy is known as one. */
export function composeMail(
  { to, language, content, player }: Mail,
  sealed: string,
  sender: MailSender,
  config: Pick<Config, 'mailFrom' | 'publicUrl'>,
) {
  const token = player?.unsubscribe ?? null
  // In the fragment: no server and no log sees it.
  const page = token === null ? null : `${config.publicUrl}/mail-settings#${token}`
  const letters = createMailTexts(content, language, sender)
  const address = config.mailFrom ?? `no-reply@${getMailHost(config.publicUrl)}`
  const id = createHash('sha256').update(sealed).digest('hex').slice(0, 32)
  return {
    from: { name: sender.community, address },
    // As text, one address could be read as several.
    to: { name: '', address: to },
    subject: letters.map(({ subject }) => subject).join(' · '),
    text: renderText(letters, sender, page),
    html: renderHtml(letters, sender, page),
    messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': letters.map((letter) => letter.language).join(', '),
      ...(token !== null && unsubscribeHeaders(config.publicUrl, token, content.kind)),
    },
    xMailer: false,
  } satisfies SendMailOptions
}

/** RFC 8058: the mail program's own button for unsubscribing. */
function unsubscribeHeaders(publicUrl: string, token: string, kind: string): Record<string, string> {
  const query = new URLSearchParams({ kind, token }).toString()
  return {
    'List-Unsubscribe': `<${publicUrl}/api/mail-settings/unsubscribe?${query}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** The text of a mail: in one language, or in each. */
function createMailTexts(
  content: MailContent,
  language: MailLanguage,
  sender: MailSender,
): LocalizedMailText[] {
  const texts = fillTemplate(content, sender)
  const languages = language === 'both' ? (['zh', 'en'] as const) : [language]
  return languages.map((each) => ({ ...texts[each], language: each }))
}
