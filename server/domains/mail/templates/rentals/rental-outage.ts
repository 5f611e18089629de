import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { OutageReason } from '@clutch/contract/rules/rentals/lifecycle/outages.ts'
import type { MailText, MailPart, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

const outageReasonTexts: Record<OutageReason, Record<Language, string>> = {
  crashed: { zh: '游戏进程异常退出', en: 'the game keeps crashing' },
  silent: { zh: '游戏没有响应', en: 'the game does not respond' },
  starting: { zh: '游戏未能启动', en: 'the game does not start' },
  unreachable: { zh: '所在主机无法连接', en: 'its host cannot be reached' },
}

/** A rented server has not run for five minutes. */
export function rentalOutage(
  { number, name, reason, since }: { number: string; name: string; reason: OutageReason; since: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const time = formatCommunityTime(since)
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）暂时无法使用`,
      parts: [
        {
          kind: 'words',
          words: `练习服务器“${name}”（${number}）自 ${time.zh}起无法使用：${outageReasonTexts[reason].zh}。系统正在自动恢复，你无需操作。`,
        },
        { kind: 'words', words: '如果中断超过 1 小时，中断的时长会自动补到你的到期时间上。' },
        chineseLink(url),
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) is down`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) has been down since ${time.en}: ${outageReasonTexts[reason].en}. It is being restored automatically; you do not have to do anything.`,
        },
        { kind: 'words', words: 'If it is down for more than an hour, that time is added to your term.' },
        englishLink(url),
      ],
    },
  }
}

/** `minutes` minutes of an outage were added to the term, which now ends at `ends` (ms since 1970). */
export function rentalCredited(
  { number, name, minutes, ends }: { number: string; name: string; minutes: number; ends: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const time = formatCommunityTime(ends)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）已补偿时长`,
      parts: [
        {
          kind: 'words',
          words: `练习服务器“${name}”（${number}）曾中断服务，我们已补偿 ${hours} 小时 ${rest} 分钟，新的到期时间为 ${time.zh}。`,
        },
        chineseLink(url),
      ],
    },
    en: {
      subject: `Time was added to your ${community} server “${name}” (${number})`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) was down. ${hours} h ${rest} min were added to its term, which now ends on ${time.en}.`,
        },
        englishLink(url),
      ],
    },
  }
}

function chineseLink(url: string): MailPart {
  return {
    kind: 'link',
    label: '查看我的练习服务器',
    otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
    link: `${url}/pracc`,
  }
}

function englishLink(url: string): MailPart {
  return {
    kind: 'link',
    label: 'View your servers',
    otherwise: 'If the button does not open, copy this link into your browser:',
    link: `${url}/pracc`,
  }
}
