/** One running part of the demo; `emulates` is empty for a real part. */
export interface RunningPart {
  name: string
  address: string
  emulates: string
}

const headerRow: RunningPart = { name: 'Part', address: 'Address', emulates: 'Emulates' }

/** The parts as one table of aligned text. */
export function formatTable(parts: readonly RunningPart[]): string {
  const rows = [headerRow, ...parts]
  const width = (of: (part: RunningPart) => string) => Math.max(...rows.map((part) => textWidth(of(part))))
  const [what, where] = [width((part) => part.name), width((part) => part.address)]
  const lines = rows.map((part) =>
    `  ${padToWidth(part.name, what)}   ${padToWidth(part.address, where)}   ${part.emulates}`.trimEnd(),
  )
  const [heading = '', ...rest] = lines
  return [heading, `  ${'─'.repeat(Math.max(...lines.map(textWidth)) - 2)}`, ...rest].join('\n')
}

function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(width - textWidth(text))
}

/** How many columns of a terminal a text takes: Chinese characters take two. */
function textWidth(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}
