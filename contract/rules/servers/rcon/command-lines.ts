/**
 * Whether a line begins with the name of a command, in quotes or not, and not with a placeholder: what fills that could otherwise name
 * any command of the console.
 */
export function beginsWithCommand(line: string): boolean {
  return /^(?:[\w.+-]+|"[\w.+-]+")(?: |$)/.test(line)
}

/** The console lines of a text, in order; empty ones are left out. */
export function splitCommandLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
