import { randomInt } from 'node:crypto'
import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { emailCodeDigits, emailCodeMs, emailCodeTries, emailResendMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../database/index.ts'
import type { House } from '../../../house.ts'
import { enqueueMail } from '../../mail/index.ts'
import { hashWithKey } from '../tokens/keyed-hash.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { selectUserByEmail } from '../users/users.store.ts'
import * as store from './email-codes.store.ts'
import { assertMailAvailable } from './mail-required.ts'

type Parts = Pick<House, 'clock' | 'keys'>

/**
 * C6, C20: sends a code to an address that is not registered; a second one within the minute is refused. Only a mail that is
 * sent takes a try of the address: nobody spends its owner's by asking.
 */
export async function sendEmailCode(house: House, email: string, language: Language): Promise<void> {
  assertMailAvailable(house)
  if (await selectUserByEmail(house.database, email))
    throw new PortalError('email.already_registered', 'Email already registered')
  const now = house.clock.now()
  const code = generateEmailCode()
  const until = new Date(now.getTime() + emailCodeMs)
  await house.database.transaction().execute(async (tx) => {
    const row = { email, hash: hashEmailCode(house, email, code), sent_at: now, expires_at: until }
    if (!(await store.saveCode(tx, row, new Date(now.getTime() - emailResendMs))))
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    await consumeRateLimit({ ...house, database: tx }, 'send-code account', email)
    await enqueueMail(house, tx, { to: email, language, content: { kind: 'email-code', code }, until })
  })
}

/** C6: whether a code is right now, before anything is made of it; false for a wrong, dead, old or used one. A wrong try counts. */
export async function checkEmailCode(house: House, email: string, code: string): Promise<boolean> {
  return (await store.checkCode(house.database, toCodeAttempt(house, email, code)))?.right ?? false
}

/** C6: uses a right code up, in the transaction of what it proves; false if it no longer stands. Counts no try: `tryCode` did. */
export function consumeEmailCode(house: Parts, tx: Queries, email: string, code: string): Promise<boolean> {
  return store.consumeCode(tx, toCodeAttempt(house, email, code))
}

function toCodeAttempt(house: Parts, email: string, code: string): store.CodeAttempt {
  return {
    email,
    hash: hashEmailCode(house, email, code),
    maxAttempts: emailCodeTries,
    now: house.clock.now(),
  }
}

function generateEmailCode(): string {
  return String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0')
}

function hashEmailCode(house: Parts, email: string, code: string): Buffer {
  return hashWithKey(house, 'email-code', email, code)
}
