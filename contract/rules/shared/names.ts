/** Characters that set or turn the direction of the text around them, for a character class of a pattern. */
const bidiControls = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const bidi = new RegExp(`[${bidiControls}]`, 'u')

/** Whether a name changes the direction of the text next to it, and so can look like another one. */
export function hasDirectionMarks(name: string): boolean {
  return bidi.test(name)
}

/** Returns the text without control characters and direction marks. */
export function removeControlCharacters(text: string): string {
  return text.replace(new RegExp(`[\\p{Cc}${bidiControls}]`, 'gu'), '')
}

/** Chinese by pinyin in every page language: one order for all users. Made for the first use: it takes ms of a page's start. */
let collator: Intl.Collator | undefined

/** The order of names: without regard to case, numbers by their value. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('zh', { sensitivity: 'accent', numeric: true })
  return collator.compare(one, other)
}

/**
 * Invisible characters, and those that change the text around them: format characters, line separators, the
 * fillers of Hangul.
 */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/gu
/** Marks stacked on one letter, over what any script needs. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu

/** Returns a name that is safe to show: without invisible characters or effects on the text next to it. */
export function sanitizeName(text: string): string {
  return text.toWellFormed().replace(invisibleCharacters, '').replace(stackedMarks, '$1').trim()
}

/** Whether a name needs no sanitising. */
export function isSanitizedName(text: string): boolean {
  return sanitizeName(text) === text
}
