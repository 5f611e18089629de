import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { type Currency, type PaymentMethod, formatMoney } from '@clutch/contract/rules/payments/money.ts'
import type { MailText, MailPart, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

const paymentMethodNames: Record<Language, Record<PaymentMethod, string>> = {
  zh: { alipay: '支付宝', wechat: '微信支付', paypal: 'PayPal' },
  en: { alipay: 'Alipay', wechat: 'WeChat Pay', paypal: 'PayPal' },
}

interface PaidOrder {
  number: string
  /** The id of the order, for the link to its receipt. */
  id: string
  description: Record<Language, string>
  /** Minor units. */
  amount: number
  currency: Currency
  method: PaymentMethod
  /** Ms since 1970. */
  paid: number
  /** When the bought time ends, ms since 1970; null while unknown. */
  ends: number | null
  /** No game server is configured to receive this VIP membership. */
  notOnServers: boolean
}

/** H4: the receipt of a purchase: the item, its cost, and its end where that is known. */
export function orderPaid(order: PaidOrder, sender: MailSender): Record<Language, MailText> {
  const { number, description, amount, currency, method, ends, notOnServers } = order
  const { community } = sender
  const money = `${formatMoney(amount, currency)} ${currency}`
  const [paid, until] = [formatCommunityTime(order.paid), ends === null ? null : formatCommunityTime(ends)]
  const link = `${sender.url}/orders/${order.id}/receipt`
  return {
    zh: {
      subject: `${community} 已收到订单 ${number} 的付款`,
      parts: [
        ...toTextParts([
          `你在 ${community} 的付款已收到，谢谢。`,
          `商品：${description.zh}`,
          `金额：${money}（${paymentMethodNames.zh[method]}）`,
          `付款时间：${paid.zh}`,
          until && `到期时间：${until.zh}`,
          notOnServers && '目前还没有游戏服务器接收 VIP 名单，你的会员时间已经记录在账号中。',
        ]),
        {
          kind: 'link',
          label: '查看收据',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${community} received your payment for order ${number}`,
      parts: [
        ...toTextParts([
          `Thank you. ${community} received your payment.`,
          `Item: ${description.en}`,
          `Amount: ${money} (${paymentMethodNames.en[method]})`,
          `Paid: ${paid.en}`,
          until && `Ends: ${until.en}`,
          notOnServers &&
            'No game server takes the VIP list yet. Your membership is recorded in your account.',
        ]),
        {
          kind: 'link',
          label: 'See the receipt',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}

function toTextParts(texts: readonly (string | false | null)[]): MailPart[] {
  return texts.flatMap((words): MailPart[] => (typeof words === 'string' ? [{ kind: 'words', words }] : []))
}
