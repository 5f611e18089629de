import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { type LinkProvider, linkProviderNames } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { MailSender, MailText } from '../../mail-text.types.ts'

/** Notifies the owner of an account that an account of another service now signs in to it, in case another person linked it. */
export function accountLinked(
  { provider }: { provider: LinkProvider },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const service = linkProviderNames[provider]
  const link = `${url}/settings/security`
  return {
    zh: {
      subject: `你的 ${community} 账号已关联 ${service}`,
      parts: [
        { kind: 'words', words: `你的 ${community} 账号已关联一个 ${service} 账号，之后可以用它登录。` },
        {
          kind: 'words',
          words:
            '如果是你本人操作，无需理会这封邮件。如果不是，请在设置中取消关联并退出所有设备，然后修改 Steam 密码。',
        },
        {
          kind: 'link',
          label: '打开安全设置',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${service} is linked to your ${community} account`,
      parts: [
        {
          kind: 'words',
          words: `A ${service} account was linked to your account at ${community}. It can sign in from now on.`,
        },
        {
          kind: 'words',
          words:
            'If it was you, there is nothing to do. If it was not, unlink it in the settings, log out everywhere, and change your Steam password.',
        },
        {
          kind: 'link',
          label: 'Open the security settings',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
