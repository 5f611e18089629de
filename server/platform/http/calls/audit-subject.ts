/** Letters of a name in the audit log: enough to know a long text by. */
const lettersMax = 80
const segmenter = new Intl.Segmenter()

/** Returns the name of a bilingual item in the audit log: both languages where they differ. */
export function joinLanguages({ zh, en }: Readonly<Record<'zh' | 'en', string>>): string {
  const names = [zh, en].map((text) => beginning(text)).filter((text) => text !== '')
  return [...new Set(names)].join(' / ')
}

/** A line of how a text begins. */
function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(segmenter.segment(line), ({ segment }) => segment)
  return letters.length <= lettersMax ? line : `${letters.slice(0, lettersMax - 1).join('')}…`
}
