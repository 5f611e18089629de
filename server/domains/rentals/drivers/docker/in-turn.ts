const running = new Map<string, Promise<unknown>>()

/** Lets one piece of work after another at what has this name, also of several drivers in this process. */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}
