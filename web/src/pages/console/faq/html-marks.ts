/** The tags that the buttons above an answer put around the selection. */
export const htmlMarks = ['bold', 'link', 'list', 'code'] as const
export type HtmlMark = (typeof htmlMarks)[number]

interface TextSelection {
  text: string
  /** Where the selection begins and ends. */
  from: number
  to: number
}

const markTags: Record<HtmlMark, readonly [before: string, after: string]> = {
  bold: ['<strong>', '</strong>'],
  link: ['<a href="https://">', '</a>'],
  list: ['<ul>\n  <li>', '</li>\n</ul>'],
  code: ['<code>', '</code>'],
}

/**
 * Wraps the selection in a tag: each selected line becomes a list item, other tags wrap it as a whole. Then
 * selects what to edit next: the address of a link, else the wrapped text.
 */
export function applyMark({ text, from, to }: TextSelection, mark: HtmlMark): TextSelection {
  const [before, after] = markTags[mark]
  const chosen = text.slice(from, to)
  const inside =
    mark === 'list'
      ? chosen
          .trim()
          .split(/\s*\n\s*/)
          .join('</li>\n  <li>')
      : chosen
  const marked = text.slice(0, from) + before + inside + after + text.slice(to)
  if (mark === 'link') {
    const address = from + before.indexOf('https://') + 'https://'.length
    return { text: marked, from: address, to: address }
  }
  return { text: marked, from: from + before.length, to: from + before.length + inside.length }
}
