import type { Language } from '@clutch/contract/api/text.ts'
import type { Letter, Part, Sender } from '../letter.ts'
import { foot } from './foot.ts'

/** A letter as plain text: what stands alone in it can be copied as a line. */
export function plain({ parts }: Letter, language: Language, sender: Sender): string {
  return `${[...parts.map(paragraph), `-- \n${foot(language, sender)}`].join('\n\n')}\n`
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
