import { PortalError } from '@clutch/contract/errors.ts'
import { networkLimitFactor } from '@clutch/contract/limits.ts'
import {
  type AddressRateLimitName,
  type RateLimit,
  type RateLimitName,
  apiTokenRateLimit,
  callRateLimits,
  portalRateLimits,
} from '@clutch/contract/rules/accounts/rate-limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { hashWithKey } from '../tokens/keyed-hash.ts'
import type { RateLimiter } from '../../../platform/http/session/session-check.ts'
import { consumeAttempt } from './rate-limits.store.ts'
import { addressSubject, networkSubject } from '../../../platform/http/requests/network-address.ts'

export const rateLimits: Readonly<Record<RateLimitName, RateLimit>> = {
  ...callRateLimits,
  ...portalRateLimits,
}

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

/**
 * C20: counts the requests of calls that declare limits by network address or account. Those of an API token are counted in this
 * process: a bot's limit is not worth a write for each of its requests.
 */
export function createRateLimiter(context: Dependencies): RateLimiter {
  const tokensUntil = new Map<string, number>()
  return {
    consumeOfAddress: (name, ip) => consumeAddressRateLimit(context, name, ip),
    consumeOfAccount: (name, userId) => consumeRateLimit(context, name, userId),
    consumeOfToken(tokenId) {
      const { times, perMs } = apiTokenRateLimit
      const now = context.clock.monotonicMs()
      const until = Math.max(tokensUntil.get(tokenId) ?? 0, now) + perMs / times
      if (until > now + perMs) throw rateLimitExceeded()
      tokensUntil.set(tokenId, until)
    },
  }
}

/**
 * C20: takes one try of the network address a request came from, of IPv6 also one of the wider network around it;
 * false when none is left.
 */
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

/** The same; throws 429 RATE_LIMIT_EXCEEDED when none is left. */
export async function consumeAddressRateLimit(
  context: Dependencies,
  name: AddressRateLimitName,
  ip: string,
): Promise<void> {
  if (!(await tryConsumeAddressRateLimit(context, name, ip))) throw rateLimitExceeded()
}

function tryConsume(
  { database, clock, keys }: Dependencies,
  name: RateLimitName,
  subject: string,
  { times, perMs }: Pick<RateLimit, 'times' | 'perMs'>,
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
