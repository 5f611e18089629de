import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** C8, J2: notifies the owner of an account of its new password, in case another person set it. */
export function passwordChanged({ community, url }: MailSender): Record<Language, MailText> {
  const link = `${url}/login?showEmailLogin=true`
  return {
    zh: {
      subject: `你的 ${community} 密码已修改`,
      parts: [
        { kind: 'words', words: `你在 ${community} 的密码已修改，其他设备上的登录已全部退出。` },
        { kind: 'words', words: '如果是你本人操作，无需理会这封邮件。如果不是，请立即重置密码：' },
        {
          kind: 'link',
          label: '打开登录页面',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} password was changed`,
      parts: [
        {
          kind: 'words',
          words: `Your password at ${community} was changed, and every other device was signed out.`,
        },
        {
          kind: 'words',
          words: 'If it was you, there is nothing to do. If it was not, reset your password now:',
        },
        {
          kind: 'link',
          label: 'Open the login page',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
