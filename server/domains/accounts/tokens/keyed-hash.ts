import { createHmac } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

/**
 * How something short enough to be guessed is stored: by a hash that nobody makes without this portal's key, so that a
 * stolen database tells no codes. After the key was changed a stored one matches no more.
 */
export function hashWithKey(context: Pick<AppContext, 'keys'>, purpose: string, ...parts: string[]): Buffer {
  const [current] = hashWithEveryKey(context, purpose, ...parts)
  if (!current) throw new Error('the ring has no key')
  return current
}

/** The same by each key of the ring, the current one first: for what is kept longer than a key. */
export function hashWithEveryKey(
  { keys }: Pick<AppContext, 'keys'>,
  purpose: string,
  ...parts: string[]
): Buffer[] {
  const text = parts.join('\0')
  return keys.signingKeys(purpose).map(({ key }) => createHmac('sha256', key).update(text).digest())
}
