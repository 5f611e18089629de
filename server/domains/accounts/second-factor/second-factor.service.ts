import { PortalError } from '@clutch/contract/errors.ts'
import { readPortalSettings } from '../../content/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { isOperator } from '../groups/groups.service.ts'
import { toIdentity } from '../profiles/identity.service.ts'
import { consumeRateLimit, tryConsumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import {
  deleteSessions,
  markSecondFactorVerified,
  selectVerifiedAddresses,
} from '../sessions/sessions.store.ts'
import { getOwnUser } from '../own-account/own-account.service.ts'
import { assertFreshOwner, assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { createRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'
import * as store from './second-factor.store.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'
import { addressSubject } from '../../../platform/http/requests/network-address.ts'
import { securityMailMaxDelayMs } from '@clutch/contract/limits.ts'
import type { SecondFactorNews } from '../../mail/index.ts'
import { mailPlayer } from '../mail-settings/player-mail.service.ts'
import { Secret, TOTP } from 'otpauth'

const totpPeriodMs = 30_000
/** A code counts from a period before to a period after its own: clocks differ, and people type. */
const toleranceSteps = 1

/** A secret for an authenticator: 160 bits, as base32. */
function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code holds. */
function authenticatorUri(secret: string, issuer: string, label: string): string {
  return createTotp(secret, issuer, label).toString()
}

/** Which step of time a code belongs to (RFC 6238), or null for a wrong one. */
function matchTotpStep(secret: string, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: toleranceSteps })
  return delta === null ? null : Math.floor(now.getTime() / totpPeriodMs) + delta
}

function createTotp(secret: string, issuer = '', label = ''): TOTP {
  const period = totpPeriodMs / 1_000
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period })
}

/** Makes a secret for an authenticator and replaces one that was never confirmed; only after a fresh sign-in. */
export async function beginSecondFactor(
  context: AppContext,
  self: Caller,
): Promise<{ secret: string; uri: string }> {
  assertFreshOwner(context, self)
  await consumeRateLimit(context, 'begin second-factor account', self.userId)
  const secret = generateTotpSecret()
  const sealed = context.keys.seal(secret, sealPurpose(self))
  const now = context.clock.now()
  await context.database.transaction().execute(async (tx) => {
    const saved = await store.saveUnconfirmedFactor(tx, { userId: self.userId, secret: sealed, now })
    if (!saved) throw secondFactorAlreadyOn()
    await auditOwnAction(context, tx, self, 'BEGIN-SECOND-FACTOR')
  })
  const { settings } = await readPortalSettings(context.database)
  const { username } = toIdentity(await getOwnUser(context, self))
  return { secret, uri: authenticatorUri(secret, settings.name, username) }
}

/**
 * Turns the second factor on by its first code, only after a fresh sign-in: this session has shown it, every other one ends,
 * and the owner gets a mail. Answers the recovery codes.
 */
export async function confirmSecondFactor(
  context: AppContext,
  self: Caller,
  code: string,
): Promise<string[]> {
  assertFreshOwner(context, self)
  const now = context.clock.now()
  return runSecondFactorAttempt(context, self, 'first code', async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor) throw secondFactorOff()
    if (factor.confirmed_at) throw secondFactorAlreadyOn()
    const step = matchTotpStep(context.keys.open(factor.secret, sealPurpose(self)), code, now)
    if (step === null) return null
    await store.confirmFactor(tx, { userId: self.userId, step, now, method: self.method })
    // These lock the user, which every other caller also locks before the sessions.
    const codes = await createRecoveryCodes(context, tx, self.userId)
    await markSecondFactorVerified(tx, self.sessionId, now)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwnAction(context, tx, self, 'TURN-ON-SECOND-FACTOR')
    await mailSecondFactorNews(context, tx, self.steamId, 'on')
    return codes
  })
}

/** Notes that this session has shown its second factor. */
export async function verifySecondFactor(context: AppContext, self: Caller, code: string): Promise<void> {
  await withSecondFactorCode(context, self, code, async (tx, by) => {
    await markSecondFactorVerified(tx, self.sessionId, context.clock.now())
    await auditOwnAction(context, tx, self, 'SHOW-SECOND-FACTOR', { by })
  })
}

/** Replaces the recovery codes; the old ones become invalid. */
export function renewRecoveryCodes(context: AppContext, self: Caller, code: string): Promise<string[]> {
  return withSecondFactorCode(context, self, code, async (tx, by) => {
    await auditOwnAction(context, tx, self, 'RENEW-RECOVERY-CODES', { by })
    return createRecoveryCodes(context, tx, self.userId)
  })
}

/** Turns off the second factor of a user who is not an operator. */
export async function removeSecondFactor(context: AppContext, self: Caller, code: string): Promise<void> {
  await assertNotOperator(context, self)
  await withSecondFactorCode(context, self, code, async (tx, by) => {
    await store.deleteFactor(tx, self.userId)
    await auditOwnAction(context, tx, self, 'TURN-OFF-SECOND-FACTOR', { by })
    await mailSecondFactorNews(context, tx, self.steamId, 'off')
  })
}

/**
 * Removes a second factor that an e-mail session turned on, without a code: a fresh sign-in with Steam proves the owner of the
 * account better. Every other session ends.
 */
export async function removeSecondFactorBySteam(context: AppContext, self: Caller): Promise<void> {
  assertFreshSignIn(context, self)
  await assertNotOperator(context, self)
  await consumeRateLimit(context, 'begin second-factor account', self.userId)
  await context.database.transaction().execute(async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor?.confirmed_at) throw secondFactorOff()
    if (factor.set_up_by !== 'email')
      throw new PortalError('second_factor.code_needed', 'This second factor is turned off with a code only')
    await store.deleteFactor(tx, self.userId)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwnAction(context, tx, self, 'REMOVE-SECOND-FACTOR-BY-STEAM')
    await mailSecondFactorNews(context, tx, self.steamId, 'removed')
  })
}

async function assertNotOperator({ database, clock }: AppContext, { steamId }: Caller): Promise<void> {
  if (await isOperator(database, steamId, clock.now()))
    throw new PortalError('second_factor.required', 'An operator keeps the second factor')
}

/** Does something that takes a code: of the authenticator, each once, or a recovery code, once. */
async function withSecondFactorCode<T>(
  context: AppContext,
  self: Caller,
  code: string,
  act: (tx: Queries, by: 'authenticator' | 'recovery code') => Promise<T>,
): Promise<T> {
  const shown = code.length > 6 ? 'recovery code' : 'authenticator'
  const { done } = await runSecondFactorAttempt(context, self, shown, async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor?.confirmed_at) throw secondFactorOff()
    if (shown === 'recovery code')
      return (await redeemRecoveryCode(context, tx, self.userId, code))
        ? { done: await act(tx, shown) }
        : null
    const step = matchTotpStep(context.keys.open(factor.secret, sealPurpose(self)), code, context.clock.now())
    if (step === null || !(await store.consumeTotpStep(tx, self.userId, step))) return null
    return { done: await act(tx, shown) }
  })
  return done
}

/** Takes an attempt and works in a transaction that answers null for a wrong code: that is written down and refused. */
async function runSecondFactorAttempt<T extends object>(
  context: AppContext,
  self: Caller,
  shown: SecondFactorCodeKind,
  work: (tx: Queries) => Promise<T | null>,
): Promise<T> {
  await consumeSecondFactorAttempt(context, self, shown)
  const done = await context.database.transaction().execute(work)
  if (done !== null) return done
  await recordWrongCode(context, self, shown)
  throw new PortalError('second_factor.wrong', 'The code is wrong or was used already')
}

function sealPurpose({ userId }: Caller): string {
  return `second-factor:${userId}`
}

function secondFactorOff(): PortalError {
  return new PortalError('second_factor.off', 'The second factor is not on')
}

function secondFactorAlreadyOn(): PortalError {
  return new PortalError('second_factor.already_on', 'The second factor is on already')
}

/** What an attempt shows: a code of the authenticator, a recovery code, or the first code of a new authenticator. */
type SecondFactorCodeKind = 'authenticator' | 'recovery code' | 'first code'

/**
 * C20: takes one attempt; throws 429 RATE_LIMIT_EXCEEDED when none is left. An attacker with the first factor uses up the
 * attempts of their own addresses only: a session that has shown the factor, an address where one is open, and recovery codes
 * are counted apart.
 */
async function consumeSecondFactorAttempt(
  context: AppContext,
  self: Caller,
  shown: SecondFactorCodeKind,
): Promise<void> {
  if (self.secondFactorShown || shown === 'first code')
    return consumeRateLimit(context, 'second-factor session', self.sessionId)
  const address = addressSubject(self.device.address)
  const pair = `${address}\0${self.userId}`
  if (shown === 'recovery code') return consumeRateLimit(context, 'recovery-code guesses', pair)
  await consumeRateLimit(context, 'second-factor guesses', pair)
  const verified = await selectVerifiedAddresses(context.database, self.userId, context.clock.now())
  if (!verified.some((one) => addressSubject(one) === address))
    await consumeRateLimit(context, 'second-factor account', self.userId)
}

/** Writes a wrong code down; the owner gets a mail about several in sessions that have shown none, at most once a day. */
async function recordWrongCode(
  context: AppContext,
  self: Caller,
  shown: SecondFactorCodeKind,
): Promise<void> {
  await auditOwnAction(context, context.database, self, 'WRONG-SECOND-FACTOR')
  if (self.secondFactorShown || shown === 'first code') return
  if (await tryConsumeRateLimit(context, 'second-factor mistakes', self.userId)) return
  if (!(await tryConsumeRateLimit(context, 'second-factor mail', self.userId))) return
  await context.database
    .transaction()
    .execute((tx) => mailSecondFactorNews(context, tx, self.steamId, 'guessed'))
}

/** Mails a player about their second factor, where they have an e-mail address, in the caller's transaction. */
async function mailSecondFactorNews(
  context: Pick<AppContext, 'config' | 'clock' | 'keys' | 'jobs'>,
  tx: Queries,
  steamId: string,
  event: SecondFactorNews,
): Promise<void> {
  const until = new Date(context.clock.now().getTime() + securityMailMaxDelayMs)
  await mailPlayer(context, tx, steamId, { content: { kind: 'second-factor', news: event }, until })
}
