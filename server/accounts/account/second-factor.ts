import { PortalError } from '@clutch/contract/errors.ts'
import { readSettings } from '../../content/index.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { isOp } from '../groups.ts'
import { identityOf } from '../identity.ts'
import { takeTry } from '../limits.ts'
import { deleteSessions, updateSecondFactorShown } from '../sessions-store.ts'
import { findSelf } from './account.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { renewCodes, takeCode } from './recovery-codes.ts'
import * as store from './second-factor-store.ts'
import { auditOwn } from './self.ts'
import type { Self } from './self.ts'
import { authenticatorUri, makeSecret, stepOf } from './totp.ts'

/** Makes a secret for an authenticator, in the place of one that was never confirmed; for an op after a fresh sign-in. */
export async function beginSecondFactor(house: House, self: Self): Promise<{ secret: string; uri: string }> {
  await requireFreshOp(house, self)
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
 * Turns the second factor on by its first code: this session has shown it, every other one ends. For an op after a fresh
 * sign-in. Answers the recovery codes.
 */
export async function confirmSecondFactor(house: House, self: Self, code: string): Promise<string[]> {
  await requireFreshOp(house, self)
  const now = house.clock.now()
  return attempt(house, self, async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor) throw off()
    if (factor.confirmed_at) throw alreadyOn()
    const step = stepOf(house.keys.open(factor.secret, placeOf(self)), code, now)
    if (step === null) return null
    await store.confirmFactor(tx, self.userId, step, now)
    // These hold the user, whom everybody else holds before the sessions too.
    const codes = await renewCodes(house, tx, self.userId)
    await updateSecondFactorShown(tx, self.sessionId, now)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwn(house, tx, self, 'TURN-ON-SECOND-FACTOR')
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
  if (await isOp(house.database, self.steamId, house.clock.now()))
    throw new PortalError('second_factor.required', 'An operator keeps the second factor')
  await byCode(house, self, code, async (tx, by) => {
    await store.deleteFactor(tx, self.userId)
    await auditOwn(house, tx, self, 'TURN-OFF-SECOND-FACTOR', { by })
  })
}

/** Whoever holds only the mailbox of an op, or an old session of theirs, must not enrol an authenticator of their own. */
async function requireFreshOp(house: House, self: Self): Promise<void> {
  if (self.secondFactorShown) return
  if (await isOp(house.database, self.steamId, house.clock.now())) requireFreshSignIn(house, self)
}

/** Does something that takes a code: of the authenticator, each once, or a recovery code, once. */
async function byCode<T>(
  house: House,
  self: Self,
  code: string,
  act: (tx: Queries, by: 'authenticator' | 'recovery code') => Promise<T>,
): Promise<T> {
  const { done } = await attempt(house, self, async (tx) => {
    const factor = await store.lockFactor(tx, self.userId)
    if (!factor?.confirmed_at) throw off()
    if (code.length > 6)
      return (await takeCode(house, tx, self.userId, code)) ? { done: await act(tx, 'recovery code') } : null
    const step = stepOf(house.keys.open(factor.secret, placeOf(self)), code, house.clock.now())
    if (step === null || !(await store.takeStep(tx, self.userId, step))) return null
    return { done: await act(tx, 'authenticator') }
  })
  return done
}

/** Takes a try and does something in a transaction that answers null for a wrong code: that is written down and refused. */
async function attempt<T extends object>(
  house: House,
  self: Self,
  work: (tx: Queries) => Promise<T | null>,
): Promise<T> {
  // Tight for one who guesses in a session; what strangers with the password guess in theirs leaves the owner's tries alone.
  await takeTry(house, 'second-factor session', self.sessionId)
  await takeTry(house, 'second-factor account', self.userId)
  const done = await house.database.transaction().execute(work)
  if (done !== null) return done
  await auditOwn(house, house.database, self, 'WRONG-SECOND-FACTOR')
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
