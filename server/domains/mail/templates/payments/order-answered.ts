import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** An operator's answer to a question about an order, as it was written. */
export function orderAnswered(
  { number, answer }: { number: string; answer: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/orders`
  return {
    zh: {
      subject: `${community} 回复了你关于订单 ${number} 的提问`,
      parts: [
        { kind: 'words', words: `你关于订单 ${number} 的提问，${community} 的回复如下：` },
        { kind: 'words', words: answer },
        {
          kind: 'link',
          label: '查看我的订单',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${community} answered your question about order ${number}`,
      parts: [
        { kind: 'words', words: `${community} answered your question about order ${number}:` },
        { kind: 'words', words: answer },
        {
          kind: 'link',
          label: 'View your orders',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
