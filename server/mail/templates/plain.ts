import type { Part, Sender, Written } from '../letter.ts'
import { foot, unsubscribeLabel } from './foot.ts'

/** Letters as plain text, one after the other: what stands alone in them can be copied as a line. */
export function plain(letters: readonly Written[], sender: Sender, settings: string | null): string {
  const bodies = letters.map(({ parts }) => parts.map(paragraph).join('\n\n'))
  const feet = letters.flatMap(({ language }) => [
    foot(language, sender),
    ...(settings === null ? [] : [`${unsubscribeLabel[language]}: ${settings}`]),
  ])
  return `${bodies.join('\n\n* * *\n\n')}\n\n-- \n${feet.join('\n')}\n`
}

function paragraph(part: Part): string {
  switch (part.kind) {
    case 'words':
      return part.words
    case 'code':
      return `    ${part.code}`
    case 'link':
      return part.link
  }
}
