import { createHmac } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

/**
 * Returns the stored form of a value short enough to be guessed: a hash that needs this portal's key, so that
 * a stolen database reveals no codes. After a key rotation stored hashes no longer match.
 */
export function hashWithKey(context: Pick<AppContext, 'keys'>, purpose: string, ...parts: string[]): Buffer {
  const [current] = hashWithEveryKey(context, purpose, ...parts)
  if (!current) throw new Error('the ring has no key')
  return current
}

/** Returns the same for each key of the ring, the current one first: for values that outlive a key. */
export function hashWithEveryKey(
  { keys }: Pick<AppContext, 'keys'>,
  purpose: string,
  ...parts: string[]
): Buffer[] {
  const text = parts.join('\0')
  return keys.signingKeys(purpose).map(({ key }) => createHmac('sha256', key).update(text).digest())
}
