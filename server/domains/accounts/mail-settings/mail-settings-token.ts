import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { idSchema } from '@clutch/contract/api/shared/fields.ts'
import type { AppContext } from '../../../platform/context.ts'
import { hashWithKey, hashWithEveryKey } from '../tokens/keyed-hash.ts'

const purpose = 'mail-settings'
const idLength = 36

/**
 * The token in the links of a mail: it opens the mail settings of one account and nothing else. It has no expiry, since old mails
 * must stay good for unsubscribing, and dies when the account gets another address.
 */
export function createSettingsToken(
  context: Pick<AppContext, 'keys'>,
  userId: string,
  email: string,
): string {
  return userId + hashWithKey(context, purpose, userId, email).toString('base64url')
}

/**
 * Returns the account that a token names, unverified; null for text that does not have the form of a token.
 */
export function parseUserId(token: string): string | null {
  const id = z.safeParse(idSchema, token.slice(0, idLength))
  return id.success ? id.data : null
}

export function isValidSettingsToken(
  context: Pick<AppContext, 'keys'>,
  token: string,
  userId: string,
  email: string,
): boolean {
  const signature = Buffer.from(token.slice(idLength), 'base64url')
  return hashWithEveryKey(context, purpose, userId, email).some(
    (hash) => hash.length === signature.length && timingSafeEqual(hash, signature),
  )
}
