const pendingByName = new Map<string, Promise<unknown>>()

/** Lets one piece of work after another at what has this name, also of several drivers in this process. */
export async function runInOrder<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = pendingByName.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  pendingByName.set(name, mine)
  try {
    return await mine
  } finally {
    if (pendingByName.get(name) === mine) pendingByName.delete(name)
  }
}
