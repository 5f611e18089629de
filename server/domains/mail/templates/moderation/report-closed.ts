import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailPart, MailSender, MailText } from '../../mail-text.types.ts'

/** What became of a report: whether the player was sanctioned, and what the operators wrote about it. */
export function reportClosed(
  { name, isSanctioned, note }: { name: string; isSanctioned: boolean; note: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/reports`
  return {
    zh: {
      subject: `${community} 已处理你的举报`,
      parts: [
        {
          kind: 'words',
          words: isSanctioned
            ? `你举报的玩家 ${name} 已受到处罚，感谢你的举报。`
            : `你对玩家 ${name} 的举报已处理，未发现需要处罚的行为。`,
        },
        ...paragraphs(note),
        {
          kind: 'link',
          label: '查看我的举报',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${community} reviewed your report`,
      parts: [
        {
          kind: 'words',
          words: isSanctioned
            ? `The player ${name} whom you reported was sanctioned. Thank you for the report.`
            : `Your report of the player ${name} was reviewed. No sanction followed.`,
        },
        ...paragraphs(note),
        {
          kind: 'link',
          label: 'View your reports',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}

/** What an operator wrote, a paragraph a line. */
export function paragraphs(text: string): MailPart[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim()
    return words === '' ? [] : [{ kind: 'words', words }]
  })
}
