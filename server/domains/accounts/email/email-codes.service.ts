import { randomInt } from 'node:crypto'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  emailCodeDigits,
  emailCodeLifetimeMs,
  emailCodeMaxAttempts,
  emailResendDelayMs,
} from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { enqueueMail } from '../../mail/index.ts'
import { hashWithKey } from '../tokens/keyed-hash.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { selectUserByEmail } from '../users/users.store.ts'
import * as store from './email-codes.store.ts'
import { assertMailAvailable } from './mail-required.ts'

type Dependencies = Pick<AppContext, 'clock' | 'keys'>

/**
 * C6, C20: sends a code to an address that is not registered; a second one within a minute is refused. Only a
 * mail that is sent counts against the address, so requests alone cannot use up its owner's attempts.
 */
export async function sendEmailCode(context: AppContext, email: string, language: Language): Promise<void> {
  assertMailAvailable(context)
  if (await selectUserByEmail(context.database, email))
    throw new PortalError('email.already_registered', 'Email already registered')
  const now = context.clock.now()
  const code = generateEmailCode()
  const until = new Date(now.getTime() + emailCodeLifetimeMs)
  await context.database.transaction().execute(async (tx) => {
    const row = { email, hash: hashEmailCode(context, email, code), sent_at: now, expires_at: until }
    if (!(await store.saveCode(tx, row, new Date(now.getTime() - emailResendDelayMs))))
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    await consumeRateLimit({ ...context, database: tx }, 'send-code account', email)
    await enqueueMail(context, tx, { to: email, language, content: { kind: 'email-code', code }, until })
  })
}

/** C6: whether a code is right now, before anything is made of it; false for a wrong, dead, old or used one. A wrong try counts. */
export async function checkEmailCode(context: AppContext, email: string, code: string): Promise<boolean> {
  return (await store.checkCode(context.database, toCodeAttempt(context, email, code)))?.right ?? false
}

/**
 * C6: consumes a correct code in the caller's transaction; returns false if it is no longer valid. Counts no
 * attempt: `checkEmailCode` did.
 */
export function consumeEmailCode(
  context: Dependencies,
  tx: Queries,
  email: string,
  code: string,
): Promise<boolean> {
  return store.consumeCode(tx, toCodeAttempt(context, email, code))
}

function toCodeAttempt(context: Dependencies, email: string, code: string): store.CodeAttempt {
  return {
    email,
    hash: hashEmailCode(context, email, code),
    maxAttempts: emailCodeMaxAttempts,
    now: context.clock.now(),
  }
}

function generateEmailCode(): string {
  return String(randomInt(10 ** emailCodeDigits)).padStart(emailCodeDigits, '0')
}

function hashEmailCode(context: Dependencies, email: string, code: string): Buffer {
  return hashWithKey(context, 'email-code', email, code)
}
