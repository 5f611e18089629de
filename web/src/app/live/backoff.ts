const firstMs = 1_000
const maxMs = 60_000

/**
 * How long to wait before the next attempt, ms: doubling from 1 s to 60 s, then between half and all of it,
 * so that thousands of pages do not return in the same second after a restart.
 * @param failures attempts that failed in a row, from 1
 * @param random a number in [0, 1)
 */
export function retryDelay(failures: number, random: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 16))
  return Math.round(full / 2 + (full / 2) * random)
}
