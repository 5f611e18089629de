import { randomBytes, randomInt } from 'node:crypto'
import { communityTimeZone } from '@clutch/contract/limits.ts'

/** Crockford's letters: none is taken for another when it is read aloud. */
const readable = '0123456789abcdefghjkmnpqrstvwxyz'
const randomLetters = 6

/** The number of an order, for people: `ord-20261121-8f3k2q`, with the day it was made on in the community's time zone. */
export function orderNumber(now: Date): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: communityTimeZone, dateStyle: 'short' }).format(
    now,
  )
  const random = Array.from({ length: randomLetters }, () => readable[randomInt(readable.length)]).join('')
  return `ord-${day.replaceAll('-', '')}-${random}`
}

/** Returns the number of an attempt or refund at a provider: 32 letters and digits that cannot be guessed. */
export function providerNumber(): string {
  return randomBytes(16).toString('hex')
}
