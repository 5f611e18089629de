import type { MailPart, MailSender, LocalizedMailText } from '../mail-text.types.ts'
import { footerText, unsubscribeLabel } from './footer.ts'

/** Returns mails as plain text, one after the other: standalone parts can be copied as a line. */
export function renderText(
  letters: readonly LocalizedMailText[],
  sender: MailSender,
  settings: string | null,
): string {
  const bodies = letters.map(({ parts }) => parts.map(renderPart).join('\n\n'))
  const feet = letters.flatMap(({ language }) => [
    footerText(language, sender),
    ...(settings === null ? [] : [`${unsubscribeLabel[language]}: ${settings}`]),
  ])
  return `${bodies.join('\n\n* * *\n\n')}\n\n-- \n${feet.join('\n')}\n`
}

function renderPart(part: MailPart): string {
  switch (part.kind) {
    case 'words':
      return part.words
    case 'code':
      return `    ${part.code}`
    case 'link':
      return part.link
  }
}
