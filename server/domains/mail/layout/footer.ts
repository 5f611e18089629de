import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailSender } from '../mail-text.types.ts'

/** The last line of every mail. */
export function footerText(language: Language, { community, url }: MailSender): string {
  return language === 'zh'
    ? `这封邮件由 ${community} 自动发送，请勿回复。 ${url}`
    : `${community} sent this email automatically. Please do not reply. ${url}`
}

/** The words of the link where an optional kind of mail is switched off. */
export const unsubscribeLabel: Record<Language, string> = {
  zh: '退订或设置邮件通知',
  en: 'Unsubscribe or change email settings',
}
