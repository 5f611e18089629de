import { type MailContent, fillTemplate } from './mail-kinds.ts'
import type { LocalizedMailText, MailLanguage, MailSender } from './mail-text.types.ts'

/** The text of a mail: in one language, or in each. */
export function createMailTexts(
  content: MailContent,
  language: MailLanguage,
  sender: MailSender,
): LocalizedMailText[] {
  const texts = fillTemplate(content, sender)
  const languages = language === 'both' ? (['zh', 'en'] as const) : [language]
  return languages.map((each) => ({ ...texts[each], language: each }))
}
