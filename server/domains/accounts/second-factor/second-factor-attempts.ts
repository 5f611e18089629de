import type { House } from '../../../house.ts'
import { tryConsumeRateLimit, consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { addressSubject } from '../../../http/network-address.ts'
import { selectVerifiedAddresses } from '../sessions/sessions.store.ts'
import { mailSecondFactorNews } from './second-factor-mail.ts'
import { auditOwnAction } from '../own-account/caller.ts'
import type { Caller } from '../own-account/caller.ts'

/** What an attempt shows: a code of the authenticator, a recovery code, or the first code of a new authenticator. */
export type SecondFactorCodeKind = 'authenticator' | 'recovery code' | 'first code'

/**
 * C20: takes one attempt; throws 429 RATE_LIMIT_EXCEEDED when none is left. An attacker with the first factor uses up the
 * attempts of their own addresses only: a session that has shown the factor, an address where one is open, and recovery codes
 * are counted apart.
 */
export async function consumeSecondFactorAttempt(
  house: House,
  self: Caller,
  shown: SecondFactorCodeKind,
): Promise<void> {
  if (self.secondFactorShown || shown === 'first code')
    return consumeRateLimit(house, 'second-factor session', self.sessionId)
  const address = addressSubject(self.device.address)
  const pair = `${address}\0${self.userId}`
  if (shown === 'recovery code') return consumeRateLimit(house, 'recovery-code guesses', pair)
  await consumeRateLimit(house, 'second-factor guesses', pair)
  const verified = await selectVerifiedAddresses(house.database, self.userId, house.clock.now())
  if (!verified.some((one) => addressSubject(one) === address))
    await consumeRateLimit(house, 'second-factor account', self.userId)
}

/** Writes a wrong code down; the owner gets a mail about several in sessions that have shown none, at most once a day. */
export async function recordWrongCode(
  house: House,
  self: Caller,
  shown: SecondFactorCodeKind,
): Promise<void> {
  await auditOwnAction(house, house.database, self, 'WRONG-SECOND-FACTOR')
  if (self.secondFactorShown || shown === 'first code') return
  if (await tryConsumeRateLimit(house, 'second-factor mistakes', self.userId)) return
  if (!(await tryConsumeRateLimit(house, 'second-factor mail', self.userId))) return
  await house.database.transaction().execute((tx) => mailSecondFactorNews(house, tx, self.steamId, 'guessed'))
}
