import { randomInt } from 'node:crypto'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { emailCodeDigits, emailCodeMs, emailCodeTries, emailResendMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { postMail } from '../../mail/index.ts'
import { keyedHash } from '../keyed-hash.ts'
import { takeTry } from '../limits.ts'
import { selectUserByEmail } from '../users-store.ts'
import * as store from './codes-store.ts'
import { requireMail } from './mail-needed.ts'

type Parts = Pick<House, 'clock' | 'keys'>

/**
 * C6, C20: sends a code to an address that is not registered; a second one within the minute is refused. Only a mail that is
 * sent takes a try of the address: nobody spends its owner's by asking.
 */
export async function sendCode(house: House, email: string, language: Language): Promise<void> {
  requireMail(house)
  if (await selectUserByEmail(house.database, email))
    throw new PortalError('email.already_registered', 'Email already registered')
  const now = house.clock.now()
  const code = makeCode()
  const until = new Date(now.getTime() + emailCodeMs)
  await house.database.transaction().execute(async (tx) => {
    const row = { email, hash: hashCode(house, email, code), sent_at: now, expires_at: until }
    if (!(await store.saveCode(tx, row, new Date(now.getTime() - emailResendMs))))
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    await takeTry({ ...house, database: tx }, 'send-code account', email)
    await postMail(house, tx, { to: email, language, content: { kind: 'email-code', code }, until })
  })
}

/** C6: whether a code is right now, before anything is made of it; false for a wrong, dead, old or used one. A wrong try counts. */
export async function tryCode(house: House, email: string, code: string): Promise<boolean> {
  return (await store.tryCode(house.database, shownCode(house, email, code)))?.right ?? false
}

/** C6: uses a right code up, in the transaction of what it proves; false if it no longer stands. Counts no try: `tryCode` did. */
export function takeCode(house: Parts, tx: Queries, email: string, code: string): Promise<boolean> {
  return store.takeCode(tx, shownCode(house, email, code))
}

function shownCode(house: Parts, email: string, code: string): store.ShownCode {
  return { email, hash: hashCode(house, email, code), tries: emailCodeTries, now: house.clock.now() }
}

function makeCode(): string {
  return String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0')
}

function hashCode(house: Parts, email: string, code: string): Buffer {
  return keyedHash(house, 'email-code', email, code)
}
