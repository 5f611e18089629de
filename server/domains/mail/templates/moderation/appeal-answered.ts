import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { appealNews } from '@clutch/contract/rules/moderation/appeals.ts'
import type { MailSender, MailText } from '../../mail-text.types.ts'
import { paragraphs } from './report-closed.ts'

const first = {
  answer: {
    zh: '管理员回复了你的申诉：',
    en: 'An operator answered your appeal:',
  },
  lifted: {
    zh: '申诉成功，处罚已解除，可以重新加入服务器。',
    en: 'Your appeal succeeded: the sanction was lifted, and you can join the servers again.',
  },
  upheld: { zh: '申诉未通过，处罚继续有效。', en: 'Your appeal was rejected: the sanction remains.' },
} as const

/** An answer to an appeal, or its end, with what the operators wrote. */
export function appealAnswered(
  { outcome, text }: { outcome: (typeof appealNews)[number]; text: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/reports`
  return {
    zh: {
      subject: `${community} 回复了你的申诉`,
      parts: [
        { kind: 'words', words: first[outcome].zh },
        ...paragraphs(text),
        {
          kind: 'link',
          label: '查看我的申诉',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `${community} answered your appeal`,
      parts: [
        { kind: 'words', words: first[outcome].en },
        ...paragraphs(text),
        {
          kind: 'link',
          label: 'View your appeal',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
