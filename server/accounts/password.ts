import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PortalError } from '@clutch/contract/errors.ts'

/** OWASP's first choice: Argon2id (the library's own default), 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What nobody's password is checked against, so that an unknown account takes as long as a wrong password (C4). */
const nobodys = hash('nobody has this password', cost)

/** Each hash holds a thread of the few that also read files and resolve names: never all of them. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
const waiting: (() => void)[] = []
let running = 0

/** So many may wait to be checked, and so many to be hashed: neither takes the other's room. */
const waitingMax = 100
const waitingTo = { check: 0, hash: 0 }

/** The Argon2id hash of a password, in its own text form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn('hash', () => hash(password, cost))
}

/** Whether a password is the one of a hash; without a hash it is not, after the same time. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodys)
  const matches = await inTurn('check', () => verify(against, password))
  return matches && stored !== null
}

async function inTurn<T>(what: keyof typeof waitingTo, work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waitingTo[what] >= waitingMax)
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    waitingTo[what] += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    waitingTo[what] -= 1
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
