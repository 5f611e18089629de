import { defaultLanguage, type Language } from '@clutch/contract/api/shared/fields.ts'
import type { TFunction } from 'i18next'

interface Words {
  readonly [key: string]: string | Words
}

type Values = Readonly<Record<string, string | number | undefined>> & {
  count?: number
  defaultValue?: string
}

/** Made for the first use, since it takes ms of the page's start. */
const pluralRules = new Map<Language, Intl.PluralRules>()

const start = (language: Language, words: Words) => ({ language, words })

let current = start(defaultLanguage, {})

/** Sets the language of the page and its first words. */
export function startWords(language: Language, words: object): void {
  current = start(language, words as Words)
}

/** Adds words of the page's language. Words that exist already keep their text. */
export function addWords(words: object): void {
  current.words = merge(current.words, words as Words)
}

/** The language of the page. */
export function pageLanguage(): Language {
  return current.language
}

/**
 * Translates like the i18next function whose type it has, as far as our words need it: `{{value}}`, `defaultValue`, and
 * the plural forms `_one` and `_other` chosen by `count`. A missing text shows its key.
 */
export const translate = ((selector: (words: unknown) => unknown, values: Values = {}): string => {
  const path = pathOf(selector)
  const text = textAt(path, values.count) ?? values.defaultValue ?? path.join('.')
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}) as unknown as TFunction

const translation = {
  t: translate,
  i18n: {
    get language() {
      return pageLanguage()
    },
  },
}

/** The translator for components. The language never changes without a reload. */
export function useTranslation() {
  return translation
}

function merge(words: Words, added: Words): Words {
  const merged: Record<string, string | Words> = { ...added, ...words }
  for (const [key, value] of Object.entries(added)) {
    const own = words[key]
    if (typeof own === 'object' && typeof value === 'object') merged[key] = merge(own, value)
  }
  return merged
}

let keys: string[] = []
const recorder: unknown = new Proxy(
  {},
  {
    get: (_, key) => {
      keys.push(String(key))
      return recorder
    },
  },
)

/** The keys that a selector such as `($) => $.common.retry` reads. */
function pathOf(selector: (words: unknown) => unknown): string[] {
  keys = []
  selector(recorder)
  return keys
}

function pluralOf(count: number): Intl.LDMLPluralRule {
  const { language } = current
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules.select(count)
}

function textAt(path: readonly string[], count: number | undefined): string | undefined {
  const { words } = current
  let parent: string | Words | undefined = words
  for (const key of path.slice(0, -1)) parent = typeof parent === 'object' ? parent[key] : undefined
  if (typeof parent !== 'object') return undefined
  const key = path.at(-1) ?? ''
  const forms = count === undefined ? [key] : [`${key}_${pluralOf(count)}`, `${key}_other`, key]
  for (const form of forms) {
    const text = parent[form]
    if (typeof text === 'string') return text
  }
  return undefined
}
