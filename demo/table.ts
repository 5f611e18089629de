/** One running part of the demo; `stands for` is empty for what is real. */
export interface Part {
  what: string
  where: string
  standsFor: string
}

const headings: Part = { what: 'Running', where: 'Where', standsFor: 'Stands in for' }

/** The parts as one table of aligned text. */
export function table(parts: readonly Part[]): string {
  const rows = [headings, ...parts]
  const width = (of: (part: Part) => string) => Math.max(...rows.map((part) => columns(of(part))))
  const [what, where] = [width((part) => part.what), width((part) => part.where)]
  const lines = rows.map((part) =>
    `  ${pad(part.what, what)}   ${pad(part.where, where)}   ${part.standsFor}`.trimEnd(),
  )
  const [heading = '', ...rest] = lines
  return [heading, `  ${'─'.repeat(Math.max(...lines.map(columns)) - 2)}`, ...rest].join('\n')
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - columns(text))
}

/** How many columns of a terminal a text takes: Chinese characters take two. */
function columns(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}
