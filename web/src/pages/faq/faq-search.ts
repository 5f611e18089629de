/** A question with all its words, as they are searched. */
export interface Searchable {
  question: string
  text: string
}

/** Splits a search into lower-case words. */
export function searchWords(typed: string): string[] {
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether every word occurs in the question or its answer. */
export function matchesSearch({ question, text }: Searchable, words: readonly string[]): boolean {
  const all = `${question}\n${text}`.toLocaleLowerCase()
  return words.every((word) => all.includes(word))
}

/** A text in parts, every other one a word that was searched for. */
export function splitMatches(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text]
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return text.split(new RegExp(`(${longestFirst.map(escapePattern).join('|')})`, 'iu'))
}

function escapePattern(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
