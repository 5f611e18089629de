import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { insertIdempotencyKey, selectIdempotencyKey } from './idempotency-keys.store.ts'

/**
 * Whether an operator asked for this before under the same key; where not, the key is written down in the transaction that does
 * it, so that of two who ask at once the second is told. No key is never a repeat. Throws `request.repeated` where other contents
 * were asked for under the key. Keys are forgotten after `operatorKeysKeptMs`.
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
