import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** A rented server has got another address. The password is not in the mail: the connect text on the page has both. */
export function rentalAddress(
  { number, name, address }: { number: string; name: string; address: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/pracc`
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）地址已更换`,
      parts: [
        {
          kind: 'words',
          words: `练习服务器“${name}”（${number}）现在的地址是 ${address}，之前的地址已失效。`,
        },
        { kind: 'words', words: '密码和管理员不变。请在练习服务器页面重新复制连接指令，并告知队友。' },
        {
          kind: 'link',
          label: '复制连接指令',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) has a new address`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) is now at ${address}. The address before no longer works.`,
        },
        {
          kind: 'words',
          words:
            'The password and the admins are the same. Copy the connect text again, and share it with your teammates.',
        },
        {
          kind: 'link',
          label: 'Copy the connect text',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
