import { randomInt } from 'node:crypto'
import { giftCodeAlphabet, giftCodeLength } from '@clutch/contract/rules/vip/gift-codes.ts'
import { hashWithKey, hashWithEveryKey } from '../../accounts/index.ts'
import type { AppContext } from '../../../platform/context.ts'

type Dependencies = Pick<AppContext, 'keys'>

const purpose = 'gift-card'

/** A new redeem code: every letter as likely as any other. */
export function makeGiftCode(): string {
  const letter = () => giftCodeAlphabet.charAt(randomInt(giftCodeAlphabet.length))
  return Array.from({ length: giftCodeLength }, letter).join('')
}

/** Returns the stored hash by which a code's card is found. */
export function hashGiftCode(context: Dependencies, code: string): Buffer {
  return hashWithKey(context, purpose, code)
}

/** Returns the hashes under which a code may be stored: a card lives longer than a key. */
export function giftCodeHashes(context: Dependencies, code: string): Buffer[] {
  return hashWithEveryKey(context, purpose, code)
}

/** Where the sealed code of a card belongs. */
export function giftCodePlace(cardId: string): string {
  return `gift-card:${cardId}`
}
