import { PortalError } from '@clutch/contract/errors.ts'

/** A name or e-mail part shorter than this occurs in passwords by chance. */
const knownWordMinLength = 3
/** What a password keeps besides the owner's name or e-mail is too little below this length. */
const remainderMinLength = 5

/** Digits alone up to this length are birthdays, phone numbers and patterns of the keypad. */
const digitsMaxLength = 11

/** Common in Chinese leaks, and not on the list. */
const commonPinyinPasswords = [
  'aini1314',
  'beijing2008',
  'caonima123',
  'hao123456',
  'laopo520',
  'shanghai123',
  'woaini123',
  'woaini1314',
  'woaini520',
  'woaini5201314',
  'woaini521',
  'woailaopo',
  'woainima',
  'wodemima',
  'woaiwoziji',
  'wobuzhidao',
  'wojiushiwo',
  'woshishui',
  'zhimakaimen',
]

/**
 * C8: refuses a new password that is common or made of facts known about its owner; `known` are e-mail and
 * names.
 */
export async function assertPasswordAllowed(
  password: string,
  known: readonly (string | null | undefined)[],
): Promise<void> {
  const common = await loadCommonPasswords()
  const text = password.toLowerCase()
  if (isGuessable(text, common)) throw new PortalError('password.common', 'This password is too common')
  const rest = removeWords(text, known.flatMap(splitWords))
  if (
    rest !== text &&
    (rest.length < remainderMinLength || isGuessable(rest.replaceAll(/[^a-z0-9]/g, ''), common))
  )
    throw new PortalError('password.personal', 'This password is made of the name or the e-mail address')
}

let commonPasswordsPromise: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen: most processes never need the list. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...commonPinyinPasswords]),
  )
  return commonPasswordsPromise
}

/** The list leaves out repetitions and runs, since their pattern is enough to find them. */
function isGuessable(text: string, common: ReadonlySet<string>): boolean {
  const digits = /^\d+$/.test(text) && text.length <= digitsMaxLength
  return digits || common.has(text) || /^(.{1,4}?)\1+$/.test(text) || isSequence(text)
}

/** Whether each character follows the one before, upwards or downwards: `23456789`, `hgfedcba`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0))
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? code)))
  return steps.has(1) !== steps.has(-1) && steps.size === 1
}

/** An e-mail address or a name, and its parts: `kite.b@mail.example` gives `kite.b` and `kite` too. */
function splitWords(known: string | null | undefined): string[] {
  const text = known?.toLowerCase() ?? ''
  return [text, ...text.split('@'), ...text.split(/[^a-z0-9]+/)].filter(
    (word) => word.length >= knownWordMinLength,
  )
}

function removeWords(text: string, words: readonly string[]): string {
  return words
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
}
