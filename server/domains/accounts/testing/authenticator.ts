import { createHmac } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns the authenticator code of a base32 secret, `periods` from now (RFC 6238): a separate
 * implementation, to check the portal's.
 */
export function generateTotpCode({ clock }: Pick<AppContext, 'clock'>, secret: string, periods = 0): string {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(clock.now().getTime() / 30_000) + periods))
  const mac = createHmac('sha1', key).update(counter).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(word % 1_000_000).padStart(6, '0')
}
