import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailSender, MailText } from '../../mail-text.types.ts'

/** A message of a notification channel in one language. */
export interface NotificationText {
  title: string
  lines: readonly { name: string; value: string }[]
}

/** What happened, for operators who get notifications by mail. */
export function notificationMail(
  { zh, en, link }: Record<Language, NotificationText> & { link: string },
  { community }: MailSender,
): Record<Language, MailText> {
  return {
    zh: {
      subject: `${community}：${zh.title}`,
      parts: [
        { kind: 'words', words: zh.title },
        ...zh.lines.map(({ name, value }) => ({ kind: 'words', words: `${name}：${value}` }) as const),
        { kind: 'link', label: '打开后台', otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：', link },
      ],
    },
    en: {
      subject: `${community}: ${en.title}`,
      parts: [
        { kind: 'words', words: en.title },
        ...en.lines.map(({ name, value }) => ({ kind: 'words', words: `${name}: ${value}` }) as const),
        {
          kind: 'link',
          label: 'Open the console',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
