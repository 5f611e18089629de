/** Without 0, 1, I, L, O and U: a code read aloud or typed from a screen stays unambiguous. */
export const giftCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const giftCodeLength = 16

/** Returns a redeem code as typed, in capitals, without spaces and hyphens. */
export function normalizeGiftCode(text: string): string {
  return text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase()
}

export function isGiftCode(text: string): boolean {
  return (
    text.length === giftCodeLength && Array.from(text).every((letter) => giftCodeAlphabet.includes(letter))
  )
}

/** `ABCD-EFGH-…`: as it is shown. */
export function formatGiftCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}
