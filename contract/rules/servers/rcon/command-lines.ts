/** The console lines of a text, in order; empty ones are left out. */
export function splitCommandLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
