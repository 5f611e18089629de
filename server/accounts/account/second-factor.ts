import { PortalError } from '@clutch/contract/errors.ts'
import { readSettings } from '../../content/index.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { isOp } from '../groups.ts'
import { identityOf } from '../identity.ts'
import { takeTry } from '../limits.ts'
import { deleteSessions, updateSecondFactorShown } from '../sessions-store.ts'
import { tellSecondFactor } from '../tell-second-factor.ts'
import { findSelf } from './account.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { renewCodes, takeCode } from './recovery-codes.ts'
import * as store from './second-factor-store.ts'
import { auditOwn } from './self.ts'
import type { Self } from './self.ts'
import { noteWrongCode, takeAttempt } from './second-factor-attempts.ts'
import type { Shown } from './second-factor-attempts.ts'
import { authenticatorUri, makeSecret, stepOf } from './totp.ts'

/** Makes a secret for an authenticator and replaces one that was never confirmed; only after a fresh sign-in. */
export async function beginSecondFactor(house: House, self: Self): Promise<{ secret: string; uri: string }> {
  requireFreshOwner(house, self)
  await takeTry(house, 'begin second-factor account', self.userId)
  const secret = makeSecret()
  const sealed = house.keys.seal(secret, placeOf(self))
  const now = house.clock.now()
  await house.database.transaction().execute(async (tx) => {
    const saved = await store.saveUnconfirmed(tx, { userId: self.userId, secret: sealed, now })
    if (!saved) throw alreadyOn()
    await auditOwn(house, tx, self, 'BEGIN-SECOND-FACTOR')
  })
  const { settings } = await readSettings(house.database)
  const { username } = identityOf(await findSelf(house, self))
  return { secret, uri: authenticatorUri(secret, settings.name, username) }
}

/**
 * Turns the second factor on by its first code, only after a fresh sign-in: this session has shown it, every other one ends,
 * and the owner gets a mail. Answers the recovery codes.
 */
export async function confirmSecondFactor(house: House, self: Self, code: string): Promise<string[]> {
  requireFreshOwner(house, self)
  const now = house.clock.now()
  return attempt(house, self, 'first code', async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor) throw off()
    if (factor.confirmed_at) throw alreadyOn()
    const step = stepOf(house.keys.open(factor.secret, placeOf(self)), code, now)
    if (step === null) return null
    await store.confirmFactor(tx, { userId: self.userId, step, now, method: self.method })
    // These hold the user, whom everybody else holds before the sessions too.
    const codes = await renewCodes(house, tx, self.userId)
    await updateSecondFactorShown(tx, self.sessionId, now)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwn(house, tx, self, 'TURN-ON-SECOND-FACTOR')
    await tellSecondFactor(house, tx, self.steamId, 'on')
    return codes
  })
}

/** Notes that this session has shown its second factor. */
export async function showSecondFactor(house: House, self: Self, code: string): Promise<void> {
  await byCode(house, self, code, async (tx, by) => {
    await updateSecondFactorShown(tx, self.sessionId, house.clock.now())
    await auditOwn(house, tx, self, 'SHOW-SECOND-FACTOR', { by })
  })
}

/** Makes the recovery codes anew; the old ones are worth nothing. */
export function renewRecoveryCodes(house: House, self: Self, code: string): Promise<string[]> {
  return byCode(house, self, code, async (tx, by) => {
    await auditOwn(house, tx, self, 'RENEW-RECOVERY-CODES', { by })
    return renewCodes(house, tx, self.userId)
  })
}

/** Turns the second factor off, of anybody but an operator. */
export async function removeSecondFactor(house: House, self: Self, code: string): Promise<void> {
  await requireNoOp(house, self)
  await byCode(house, self, code, async (tx, by) => {
    await store.deleteFactor(tx, self.userId)
    await auditOwn(house, tx, self, 'TURN-OFF-SECOND-FACTOR', { by })
    await tellSecondFactor(house, tx, self.steamId, 'off')
  })
}

/**
 * Removes a second factor that an e-mail session turned on, without a code: a fresh sign-in with Steam proves the owner of the
 * account better. Every other session ends.
 */
export async function removeSecondFactorBySteam(house: House, self: Self): Promise<void> {
  requireFreshSignIn(house, self)
  await requireNoOp(house, self)
  await takeTry(house, 'begin second-factor account', self.userId)
  await house.database.transaction().execute(async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor?.confirmed_at) throw off()
    if (factor.set_up_by !== 'email')
      throw new PortalError('second_factor.code_needed', 'This second factor is turned off with a code only')
    await store.deleteFactor(tx, self.userId)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwn(house, tx, self, 'REMOVE-SECOND-FACTOR-BY-STEAM')
    await tellSecondFactor(house, tx, self.steamId, 'removed')
  })
}

/** A stolen or an e-mail session must not enrol an authenticator: it would keep the owner out. */
function requireFreshOwner(house: House, self: Self): void {
  if (!self.secondFactorShown) requireFreshSignIn(house, self)
}

async function requireNoOp({ database, clock }: House, { steamId }: Self): Promise<void> {
  if (await isOp(database, steamId, clock.now()))
    throw new PortalError('second_factor.required', 'An operator keeps the second factor')
}

/** Does something that takes a code: of the authenticator, each once, or a recovery code, once. */
async function byCode<T>(
  house: House,
  self: Self,
  code: string,
  act: (tx: Queries, by: 'authenticator' | 'recovery code') => Promise<T>,
): Promise<T> {
  const shown = code.length > 6 ? 'recovery code' : 'authenticator'
  const { done } = await attempt(house, self, shown, async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor?.confirmed_at) throw off()
    if (shown === 'recovery code')
      return (await takeCode(house, tx, self.userId, code)) ? { done: await act(tx, shown) } : null
    const step = stepOf(house.keys.open(factor.secret, placeOf(self)), code, house.clock.now())
    if (step === null || !(await store.takeStep(tx, self.userId, step))) return null
    return { done: await act(tx, shown) }
  })
  return done
}

/** Takes an attempt and works in a transaction that answers null for a wrong code: that is written down and refused. */
async function attempt<T extends object>(
  house: House,
  self: Self,
  shown: Shown,
  work: (tx: Queries) => Promise<T | null>,
): Promise<T> {
  await takeAttempt(house, self, shown)
  const done = await house.database.transaction().execute(work)
  if (done !== null) return done
  await noteWrongCode(house, self, shown)
  throw new PortalError('second_factor.wrong', 'The code is wrong or was used already')
}

function placeOf({ userId }: Self): string {
  return `second-factor:${userId}`
}

function off(): PortalError {
  return new PortalError('second_factor.off', 'The second factor is not on')
}

function alreadyOn(): PortalError {
  return new PortalError('second_factor.already_on', 'The second factor is on already')
}
