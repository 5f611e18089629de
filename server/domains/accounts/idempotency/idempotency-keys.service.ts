import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { insertIdempotencyKey, selectIdempotencyKey } from './idempotency-keys.store.ts'

/**
 * Returns whether an operator already made this request under the same key; if not, stores the key in the
 * caller's transaction, so that the second of two concurrent requests is a repeat. Without a key it is never
 * a repeat. Throws `request.repeated` where the key was used with other contents. Keys are deleted after
 * `operatorKeysKeptMs`.
 */
export async function isRepeatedRequest(
  tx: Queries,
  { key, contents, now }: { key: string | undefined; contents: string; now: Date },
): Promise<boolean> {
  if (key === undefined || (await insertIdempotencyKey(tx, { key, contents, at: now }))) return false
  if ((await selectIdempotencyKey(tx, key)).contents !== contents)
    throw new PortalError('request.repeated', 'Under this key something else was done already')
  return true
}
