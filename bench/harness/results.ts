/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN, sorted[middle] ?? NaN]
  return (low + high) / 2
}

/** Prints rows under their columns as a Markdown table. */
export function printTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log(`\n### ${title}\n${line(columns)}\n${line(columns.map(() => '---'))}`)
  for (const row of rows) console.log(line(row))
}

/** Ends the bench as failed, saying why, unless the condition holds. */
export function assertClaim(condition: boolean, claim: string): void {
  console.log(`${condition ? 'holds' : 'FAILS'}: ${claim}`)
  if (!condition) process.exitCode = 1
}

/** Says whether a target in ms or MB is met. The machine has its part in such a figure, so it fails nothing. */
export function reportTarget(condition: boolean, claim: string): void {
  console.log(`${condition ? 'meets' : 'MISSES'}: ${claim}`)
}

/** Whether only the sample of `npm test` is asked for. */
export const isQuick = process.argv.includes('--quick')
