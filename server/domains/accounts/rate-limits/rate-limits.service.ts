import { PortalError } from '@clutch/contract/errors.ts'
import { gameBindCodesPerHour, networkLimitFactor } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { hashWithKey } from '../tokens/keyed-hash.ts'
import { consumeAttempt } from './rate-limits.store.ts'
import { addressSubject, networkSubject } from '../../../platform/http/requests/network-address.ts'

/** How often something may be tried: `times` at once, then one more each `perMs / times`. */
export interface RateLimit {
  times: number
  perMs: number
}

const minute = 60_000
const hour = 60 * minute

/**
 * C20: the limits by action and subject. Limits per network address are generous, since whole districts share
 * one. `guesses`, per address and account, are tight. Limits per account can be used up by strangers too:
 * they are wide where the owner needs the call, or count only what really happened (`send-code`).
 */
export const rateLimits = {
  'login address': { times: 60, perMs: 15 * minute },
  'login guesses': { times: 10, perMs: 15 * minute },
  'login account': { times: 60, perMs: 15 * minute },
  'check address': { times: 60, perMs: hour },
  'send-code address': { times: 20, perMs: hour },
  'send-code account': { times: 5, perMs: hour },
  'register address': { times: 30, perMs: hour },
  'register guesses': { times: 10, perMs: hour },
  'register account': { times: 60, perMs: hour },
  'reset address': { times: 20, perMs: hour },
  'reset confirm address': { times: 30, perMs: hour },
  'reset confirm guesses': { times: 10, perMs: hour },
  'steam login address': { times: 120, perMs: hour },
  'steam callback address': { times: 120, perMs: hour },
  'ticket address': { times: 120, perMs: hour },
  'link address': { times: 120, perMs: hour },
  'bind address': { times: 60, perMs: hour },
  'bind account': { times: 10, perMs: hour },
  'password account': { times: 10, perMs: hour },
  // Of a session that has shown its second factor: what others try does not count against it.
  'second-factor session': { times: 10, perMs: hour },
  // Of one address for one account: less than a third of the account's, so that no single address uses that up.
  'second-factor guesses': { times: 8, perMs: 6 * hour },
  // Of all addresses where the owner has no verified session. Some 120 a day: of three codes that hold at a time a guesser with
  // the password finds one in years.
  'second-factor account': { times: 30, perMs: 6 * hour },
  // 50 random bits each: counted only to keep the work small.
  'recovery-code guesses': { times: 10, perMs: hour },
  // The owner gets a mail about wrong codes beyond these.
  'second-factor mistakes': { times: 4, perMs: 24 * hour },
  'second-factor mail': { times: 1, perMs: 24 * hour },
  'begin second-factor account': { times: 60, perMs: hour },
  'change account': { times: 60, perMs: hour },
  // A buyer never meets these: they keep a script from filling tables and asking providers without end.
  'quote account': { times: 600, perMs: hour },
  'order account': { times: 60, perMs: hour },
  'pay account': { times: 120, perMs: hour },
  'order look account': { times: 600, perMs: hour },
  'order question account': { times: 10, perMs: hour },
  // What changes a rented server, all of one's servers together.
  'rental account': { times: 120, perMs: hour },
  'workshop account': { times: 120, perMs: hour },
  'inventory account': { times: 60, perMs: hour },
  'mail settings address': { times: 240, perMs: hour },
  'redeem address': { times: 60, perMs: hour },
  'redeem account': { times: 20, perMs: hour },
  'game-bind account': { times: gameBindCodesPerHour, perMs: hour },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimits
type AddressRateLimitName = Extract<RateLimitName, `${string} address`>

type Dependencies = Pick<AppContext, 'clock' | 'keys'> & { database: Queries }

/**
 * Consumes one attempt of a rate limit for a subject (an address, an e-mail, an id), shared by all processes;
 * throws 429 RATE_LIMIT_EXCEEDED when none is left. Subjects are stored only as keyed hashes.
 */
export async function consumeRateLimit(
  context: Dependencies,
  name: RateLimitName,
  subject: string,
): Promise<void> {
  if (!(await tryConsumeRateLimit(context, name, subject))) throw rateLimitExceeded()
}

/** The same, for callers with a response other than 429. */
export function tryConsumeRateLimit(
  context: Dependencies,
  name: RateLimitName,
  subject: string,
): Promise<boolean> {
  return tryConsume(context, name, subject, rateLimits[name])
}

/** C20: takes one try of the network address a request came from, of IPv6 also one of the wider network around it. */
export async function consumeAddressRateLimit(
  context: Dependencies,
  name: AddressRateLimitName,
  ip: string,
): Promise<void> {
  if (!(await tryConsumeAddressRateLimit(context, name, ip))) throw rateLimitExceeded()
}

/** The same, for callers with a response other than 429. */
export async function tryConsumeAddressRateLimit(
  context: Dependencies,
  name: AddressRateLimitName,
  ip: string,
): Promise<boolean> {
  const own = addressSubject(ip)
  const wide = networkSubject(own)
  const { times, perMs } = rateLimits[name]
  // First its own: one who is refused there takes nothing from their neighbours.
  if (!(await tryConsumeRateLimit(context, name, own))) return false
  return wide === null || tryConsume(context, name, wide, { times: times * networkLimitFactor, perMs })
}

function tryConsume(
  { database, clock, keys }: Dependencies,
  name: RateLimitName,
  subject: string,
  { times, perMs }: RateLimit,
): Promise<boolean> {
  const everyMs = perMs / times
  const hash = hashWithKey({ keys }, 'limits', name, subject)
  return consumeAttempt(database, {
    name,
    subject: hash,
    now: clock.now(),
    refillMs: everyMs,
    burstMs: (times - 1) * everyMs,
  })
}

function rateLimitExceeded(): PortalError {
  return new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
}
