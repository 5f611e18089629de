import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** G25: a rented server could not be made. */
export function rentalFailed(
  { number, name }: { number: string; name: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/pracc`
  return {
    zh: {
      subject: `${community} 练习服务器“${name}”（${number}）未能创建`,
      parts: [
        {
          kind: 'words',
          words: `很抱歉，你在 ${community} 购买的练习服务器“${name}”（${number}）未能创建。`,
        },
        { kind: 'words', words: '你可以在练习服务器页面申请全额退款，款项会退回原支付方式。' },
        {
          kind: 'link',
          label: '查看我的练习服务器',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) could not be created`,
      parts: [
        {
          kind: 'words',
          words: `We are sorry: the practice server “${name}” (${number}) that you bought at ${community} could not be created.`,
        },
        {
          kind: 'words',
          words:
            'You can request a full refund on the page of your servers. It is refunded to the original payment method.',
        },
        {
          kind: 'link',
          label: 'View your servers',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
