import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { expiredRentalRetentionMs } from '@clutch/contract/limits.ts'
import type { VipReminder } from '@clutch/contract/rules/vip/vip-term.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

const retentionDays = expiredRentalRetentionMs / (24 * 3_600_000)

/** G21: a rented server ends soon (`ends` in ms since 1970); sent `days` days before. */
export function rentalEnding(
  { number, name, days, ends }: { number: string; name: string; days: VipReminder; ends: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/pracc`
  const time = formatCommunityTime(ends)
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）将在 ${days} 天内到期`,
      parts: [
        { kind: 'words', words: `你在 ${community} 的练习服务器“${name}”（${number}）将于 ${time.zh}到期。` },
        {
          kind: 'words',
          words: `现在续费，新的时长会从到期时间起累加。到期后服务器会停止，Demo 等文件再保留 ${retentionDays} 天。`,
        },
        {
          kind: 'link',
          label: '续费练习服务器',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) ends within ${days} ${days === 1 ? 'day' : 'days'}`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) at ${community} ends on ${time.en}.`,
        },
        {
          kind: 'words',
          words: `If you renew now, the new term is added to the end of this one. Once it has ended, the server is stopped; its demos and other files are kept for ${retentionDays} days.`,
        },
        {
          kind: 'link',
          label: 'Renew the server',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
