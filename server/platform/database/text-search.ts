import { type RawBuilder, sql } from 'kysely'
import { containsPattern } from './like-pattern.ts'

const steamIdDigits = 17

/**
 * Whether a column contains a text, whatever its case. A trigram index serves ASCII texts, an index of single characters all others: a
 * database with the locale C makes no trigrams of non-ASCII characters.
 */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const ref = sql.ref(column)
  const part = containsPattern(text)
  if (isAscii(text)) return sql<boolean>`${ref} ilike ${part}`
  return sql<boolean>`(octet_length(${ref}) > char_length(${ref})
    and string_to_array(lower(${ref}), null) @> string_to_array(lower(${text}::text), null) and ${ref} ilike ${part})`
}

/** Whether a column of SteamID64s has one that begins with a text: a range of numbers, so that an index serves. */
export function steamIdBeginsWith(column: string, text: string): RawBuilder<boolean> {
  if (!/^\d{1,17}$/.test(text)) return sql<boolean>`false`
  const [first, last] = [text.padEnd(steamIdDigits, '0'), text.padEnd(steamIdDigits, '9')]
  return sql<boolean>`${sql.ref(column)} between ${first}::bigint and ${last}::bigint`
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}
