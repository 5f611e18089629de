/** Returns a gate that runs at most `max` tasks at once; the others wait. */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((wake) => waiting.push(wake))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
