/** Seeded random numbers: the same seed plays the same game. */
export interface Random {
  /** A fraction in [0, 1). */
  next(): number
  /** A whole number in [min, max]. */
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** Waiting time of a Poisson process with this mean, at most ten times the mean. */
  exponential(mean: number): number
  /** An independent stream named by `label`; drawing from it never disturbs this one. */
  fork(label: string): Random
}

/** Makes a stream from any text. */
export function createRandom(seed: string): Random {
  const next = mulberry(hashText(seed))
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (list) => pick(list, next()),
    chance: (probability) => next() < probability,
    exponential: (mean) => Math.min(10 * mean, -mean * Math.log(1 - next())),
    fork: (label) => createRandom(`${seed}/${label}`),
  }
}

function pick<T>(list: readonly T[], fraction: number): T {
  const chosen = list[Math.floor(fraction * list.length)]
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  }
  return value >>> 0
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
