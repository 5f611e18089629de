import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { type Currency, formatMoney } from '@clutch/contract/rules/payments/money.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** H5: money of an order (`amount` in minor units) was refunded. */
export function orderRefunded(
  { number, amount, currency }: { number: string; amount: number; currency: Currency },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/orders`
  const money = `${formatMoney(amount, currency)} ${currency}`
  return {
    zh: {
      subject: `${community} 订单 ${number} 已退款`,
      parts: [
        { kind: 'words', words: `你在 ${community} 的订单 ${number} 已退款 ${money}。` },
        { kind: 'words', words: '款项会退回原支付方式，到账时间取决于支付渠道。' },
        {
          kind: 'link',
          label: '查看我的订单',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${community} refunded order ${number}`,
      parts: [
        { kind: 'words', words: `${money} of your order ${number} at ${community} was refunded.` },
        {
          kind: 'words',
          words:
            'It is refunded to the original payment method. How long that takes depends on the provider.',
        },
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
