/** One command of a console line. */
export interface ParsedCommand {
  words: readonly string[]
  /** As it was typed, quotes and all. */
  text: string
}

/** Splits a console line into commands at `;` and line ends outside quotes, and those into words. Quotes have no escape. */
export function parseCommandLine(line: string): ParsedCommand[] {
  const commands: ParsedCommand[] = []
  let words: string[] = []
  let from = 0
  const end = (at: number) => {
    if (words.length > 0) commands.push({ words, text: line.slice(from, at).trim() })
    words = []
  }
  for (const { 0: token, index } of line.matchAll(/"[^"\n]*"?|[;\n]|[^\s;"]+/g)) {
    if (token === ';' || token === '\n') {
      end(index)
      from = index + 1
    } else words.push(token.startsWith('"') ? token.replaceAll('"', '') : token)
  }
  end(line.length)
  return commands
}
