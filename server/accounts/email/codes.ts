import { randomInt } from 'node:crypto'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { emailCodeDigits, emailCodeMs, emailCodeTries, emailResendMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../database/index.ts'
import type { House } from '../../house.ts'
import { postMail } from '../../mail/index.ts'
import { keyedHash } from '../keyed-hash.ts'
import { selectUserByEmail } from '../users-store.ts'
import * as store from './codes-store.ts'
import { requireMail } from './mail-needed.ts'

type Parts = Pick<House, 'clock' | 'keys'>

/** C6: sends a code to an address that is not registered; a second one within the minute is refused. */
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
    await postMail(house, tx, { to: email, language, content: { kind: 'email-code', code }, until })
  })
}

/**
 * C6: uses a code up, in the transaction of what it proves; false for a wrong, dead, old or used one. The caller commits
 * then too: a wrong try counts.
 */
export async function takeCode(house: Parts, tx: Queries, email: string, code: string): Promise<boolean> {
  const hash = hashCode(house, email, code)
  const tried = await store.takeCodeTry(tx, { email, hash, tries: emailCodeTries, now: house.clock.now() })
  if (tried?.right !== true) return false
  await store.deleteCode(tx, email)
  return true
}

function makeCode(): string {
  return String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0')
}

function hashCode(house: Parts, email: string, code: string): Buffer {
  return keyedHash(house, 'email-code', email, code)
}
