import { createHmac } from 'node:crypto'
import type { House } from '../house.ts'

/**
 * How something short enough to be guessed is stored: by a hash that nobody makes without this portal's key, so that a
 * stolen database tells no codes. After the key was changed a stored one matches no more.
 */
export function keyedHash({ keys }: Pick<House, 'keys'>, purpose: string, ...parts: string[]): Buffer {
  const [current] = keys.signingKeys(purpose)
  if (!current) throw new Error('the ring has no key')
  return createHmac('sha256', current.key).update(parts.join('\0')).digest()
}
