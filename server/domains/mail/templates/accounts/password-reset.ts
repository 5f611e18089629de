import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { passwordResetLifetimeMs } from '@clutch/contract/limits.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

const minutes = passwordResetLifetimeMs / 60_000

/** C8: the link that sets a new password. */
export function passwordReset(link: string, { community }: MailSender): Record<Language, MailText> {
  return {
    zh: {
      subject: `重置你的 ${community} 密码`,
      parts: [
        { kind: 'words', words: `有人请求重置你在 ${community} 的密码。如果是你本人，请设置新密码：` },
        {
          kind: 'link',
          label: '设置新密码',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
        { kind: 'words', words: `链接 ${minutes} 分钟内有效，只能使用一次。` },
        { kind: 'words', words: '如果不是你本人操作，请忽略这封邮件，你的密码不会改变。' },
      ],
    },
    en: {
      subject: `Reset your ${community} password`,
      parts: [
        {
          kind: 'words',
          words: `Someone asked to reset your password at ${community}. If it was you, choose a new one:`,
        },
        {
          kind: 'link',
          label: 'Choose a new password',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
        { kind: 'words', words: `The link is valid for ${minutes} minutes and works once.` },
        { kind: 'words', words: 'If it was not you, ignore this email: your password stays as it is.' },
      ],
    },
  }
}
