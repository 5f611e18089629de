import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { PortalError } from '@clutch/contract/errors.ts'

/** OWASP's first choice: Argon2id (the library's own default), 19 MiB, two passes, one lane. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash checked for an unknown account, so that it takes as long as a wrong password (C4). */
const decoyHash = argon2.hash('no user has this password', hashOptions)

/** Each hash holds a thread of the few that also read files and resolve names: never all of them. */
const maxConcurrent = Math.max(1, Math.min(2, availableParallelism() - 1))
const waiters: (() => void)[] = []
let runningCount = 0

/** The maximum number of waiting checks, and of waiting hashes: the two queues are separate. */
const maxWaiting = 100
const waitingCount = { check: 0, hash: 0 }

/** The Argon2id hash of a password, in its own text form. */
export function hashPassword(password: string): Promise<string> {
  return runLimited('hash', () => argon2.hash(password, hashOptions))
}

/** Whether a password is the one of a hash; without a hash it is not, after the same time. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await decoyHash)
  const matches = await runLimited('check', () => argon2.verify(against, password))
  return matches && stored !== null
}

async function runLimited<T>(operation: keyof typeof waitingCount, work: () => Promise<T>): Promise<T> {
  if (runningCount >= maxConcurrent) {
    if (waitingCount[operation] >= maxWaiting)
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    waitingCount[operation] += 1
    await new Promise<void>((resolve) => waiters.push(resolve))
    waitingCount[operation] -= 1
  } else runningCount += 1
  try {
    return await work()
  } finally {
    const next = waiters.shift()
    if (next) next()
    else runningCount -= 1
  }
}
