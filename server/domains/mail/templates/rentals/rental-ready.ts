import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

/** G25: a new practice server runs for the first time; its term counts from now (`ends` in ms since 1970). */
export function rentalReady(
  { number, name, ends }: { number: string; name: string; ends: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/pracc`
  const time = formatCommunityTime(ends)
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）已就绪`,
      parts: [
        {
          kind: 'words',
          words: `你在 ${community} 的练习服务器“${name}”（${number}）已经开好，可以进入了。`,
        },
        { kind: 'words', words: `使用时间从现在开始计算，到期时间：${time.zh}。` },
        {
          kind: 'link',
          label: '查看连接地址',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) is ready`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) at ${community} is running and can be joined.`,
        },
        { kind: 'words', words: `Its time counts from now and ends on ${time.en}.` },
        {
          kind: 'link',
          label: 'See how to connect',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
