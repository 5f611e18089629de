import type { Language } from '@clutch/contract/api/shared/fields.ts'
import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { en } from './en/all-texts.ts'
import { addWords, pageLanguage, startWords, translate, useTranslation } from './translate.ts'
import { zh } from './zh/all-texts.ts'

interface Words {
  readonly [key: string]: string | Words
}

/** Translates by a path of keys, as a selector does that is chosen at run time. */
type ByPath = (selector: (words: Words) => unknown, values?: object) => string

const follow = (path: readonly string[]) => (words: Words) =>
  path.reduce<unknown>((at, key) => (at as Words)[key], words)

function pathsOf(words: Words, parent: readonly string[] = []): (readonly string[])[] {
  return Object.entries(words).flatMap(([key, value]) => {
    const path = [...parent, key.replace(/_(one|other)$/, '')]
    return typeof value === 'string' ? [path] : pathsOf(value, path)
  })
}

afterEach(() => startWords('zh', zh))

test.each<[Language, Words]>([
  ['en', en],
  ['zh', zh],
])(
  'B7 every text of %s reads as i18next itself renders it, for one and for many',
  async (language, words) => {
    const library = i18next.createInstance()
    await library.init({
      lng: language,
      resources: { [language]: { translation: words } },
      interpolation: { escapeValue: false },
    })
    startWords(language, words)
    const named = [...JSON.stringify(words).matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) => [name])
    const filled = Object.fromEntries(named.map((name) => [name, `A & <b> {{${name}}}`]))
    for (const path of pathsOf(words))
      for (const count of [1, 2])
        expect([path, (translate as unknown as ByPath)(follow(path), { ...filled, count })]).toEqual([
          path,
          (library.t as unknown as ByPath)(follow(path), { ...filled, count }),
        ])
    expect(pageLanguage()).toBe(language)
    expect(useTranslation().i18n.language).toBe(language)
  },
)

test('B7 later words join the first ones and replace none', () => {
  startWords('en', { common: { retry: 'OK' } })
  addWords({ common: { retry: 'Fine', cancel: 'Cancel' } })
  expect(translate(($) => $.common.retry)).toBe('OK')
  expect(translate(($) => $.common.cancel)).toBe('Cancel')
})

test('B7 a text that is not there shows its key, or what the caller prefers', () => {
  startWords('en', {})
  expect(translate(($) => $.common.retry)).toBe('common.retry')
  expect(translate(($) => $.common.retry, { defaultValue: '' })).toBe('')
})
