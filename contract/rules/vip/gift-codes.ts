/** Neither 0, 1, I, L, O nor U: what is read aloud or typed off a screen stays what it was. */
export const giftCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const giftCodeLength = 16

/** A redeem code as somebody types it: in capitals, without spaces and hyphens. */
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
