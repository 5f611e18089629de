/** What is not seen, or turns the writing around it: format characters, line separators, the fillers of Hangul. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/gu
/** Marks stacked on one letter, over what any script needs. */
const stacked = /(\p{M}{3})\p{M}+/gu

/** A name as everybody may be shown it: nothing invisible in it, nothing that changes what stands beside it. */
export function tidyName(text: string): string {
  return text.toWellFormed().replace(unseen, '').replace(stacked, '$1').trim()
}

/** Whether a name is one as it stands. */
export function isTidyName(text: string): boolean {
  return tidyName(text) === text
}
