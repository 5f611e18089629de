import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { emailCodeLifetimeMs } from '@clutch/contract/limits.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

const minutes = emailCodeLifetimeMs / 60_000

/** C6: the code that proves an address. */
export function emailCode(code: string, { community }: MailSender): Record<Language, MailText> {
  return {
    zh: {
      subject: `${community} 邮箱验证码`,
      parts: [
        { kind: 'words', words: `你在 ${community} 的验证码：` },
        { kind: 'code', code },
        { kind: 'words', words: `验证码 ${minutes} 分钟内有效，请勿告诉任何人。` },
        { kind: 'words', words: '如果不是你本人操作，请忽略这封邮件。' },
      ],
    },
    en: {
      subject: `Your ${community} verification code`,
      parts: [
        { kind: 'words', words: `Your verification code for ${community}:` },
        { kind: 'code', code },
        { kind: 'words', words: `It is valid for ${minutes} minutes. Do not share it with anyone.` },
        { kind: 'words', words: 'If it was not you who asked for it, ignore this email.' },
      ],
    },
  }
}
