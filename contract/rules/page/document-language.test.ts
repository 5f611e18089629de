import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseDocumentLanguage } from './document-language.ts'

test.each([
  [undefined, undefined, 'zh'],
  [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  [undefined, 'en-GB,en;q=0.9', 'en'],
  [undefined, 'de, en-GB;q=0.8, zh;q=0.5', 'en'],
  [undefined, 'fr', 'zh'],
  [undefined, 'en;q=0', 'zh'],
  ['preferredLanguage=en', 'zh-CN', 'en'],
  ['a=b; preferredLanguage=zh', 'en', 'zh'],
  ['preferredLanguage=fr', 'en', 'en'],
  ['xpreferredLanguage=en', 'zh', 'zh'],
])('B7 the cookie %o and the languages %o give %s', (cookies, accepted, language) => {
  expect(chooseDocumentLanguage(cookies, accepted)).toBe(language)
})

test('B7 any headers give one of the two languages', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), fc.option(fc.string()), (cookies, accepted) => {
      expect(['zh', 'en']).toContain(chooseDocumentLanguage(cookies ?? undefined, accepted ?? undefined))
    }),
  )
})
