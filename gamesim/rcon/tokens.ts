/** Splits a console line into commands at `;` and line ends outside quotes, and those into words. Quotes have no escape. */
export function commandsOf(line: string): string[][] {
  const commands: string[][] = []
  let words: string[] = []
  for (const [token] of line.matchAll(/"[^"\n]*"?|[;\n]|[^\s;"]+/g)) {
    if (token === ';' || token === '\n') {
      commands.push(words)
      words = []
    } else words.push(token.startsWith('"') ? token.replaceAll('"', '') : token)
  }
  return [...commands, words].filter((command) => command.length > 0)
}
