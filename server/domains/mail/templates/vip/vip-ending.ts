import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { VipReminder } from '@clutch/contract/rules/vip/vip-term.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

/** F7: a membership ends soon (`ends` in ms since 1970); sent `days` days before. */
export function vipEnding(
  { days, ends }: { days: VipReminder; ends: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/vip`
  const time = formatCommunityTime(ends)
  return {
    zh: {
      subject: `你的 ${community} VIP 将在 ${days} 天内到期`,
      parts: [
        { kind: 'words', words: `你在 ${community} 的 VIP 将于 ${time.zh}到期。` },
        { kind: 'words', words: '现在续费，新的时长会从到期时间起累加。' },
        { kind: 'link', label: '续费 VIP', otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：', link },
      ],
    },
    en: {
      subject: `Your ${community} VIP ends within ${days} ${days === 1 ? 'day' : 'days'}`,
      parts: [
        { kind: 'words', words: `Your VIP at ${community} ends on ${time.en}.` },
        { kind: 'words', words: 'If you renew now, the new term is added to the end of this one.' },
        {
          kind: 'link',
          label: 'Renew VIP',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
