import { createHmac } from 'node:crypto'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodMs = 30_000

/** What an authenticator on a phone would show now for a secret (base32), and for how many ms more. Null for what is none. */
export function generateCode(secret: string, now: Date): { code: string; forMs: number } | null {
  const letters = secret.toUpperCase().replaceAll(/[\s=-]/g, '')
  if (!/^[A-Z2-7]{16,128}$/.test(letters)) return null
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / periodMs)))
  const mac = createHmac('sha1', decodeBase32(letters)).update(counter).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return {
    code: String(word % 1_000_000).padStart(6, '0'),
    forMs: periodMs - (now.getTime() % periodMs),
  }
}

function decodeBase32(letters: string): Buffer {
  const bits = Array.from(letters, (letter) =>
    base32Alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
