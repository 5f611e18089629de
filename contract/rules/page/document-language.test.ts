import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseDocumentLanguage, formatLanguageQuery, readLanguageQuery } from './document-language.ts'

test.each([
  [{}, 'zh'],
  [{ accepted: 'zh-CN,zh;q=0.9,en;q=0.8' }, 'zh'],
  [{ accepted: 'en-GB,en;q=0.9' }, 'en'],
  [{ accepted: 'de, en-GB;q=0.8, zh;q=0.5' }, 'en'],
  [{ accepted: 'fr' }, 'zh'],
  [{ accepted: 'en;q=0' }, 'zh'],
  [{ cookies: 'preferredLanguage=en', accepted: 'zh-CN' }, 'en'],
  [{ cookies: 'a=b; preferredLanguage=zh', query: 'language=en', accepted: 'en' }, 'zh'],
  [{ cookies: 'preferredLanguage=fr', accepted: 'en' }, 'en'],
  [{ cookies: 'xpreferredLanguage=en', accepted: 'zh' }, 'zh'],
  [{ query: 'language=en', accepted: 'zh' }, 'en'],
  [{ query: 'language=fr', accepted: 'zh' }, 'zh'],
  [{ query: 'language=en&modes=dm', accepted: 'zh' }, 'zh'],
])('B7 the document for %o is in %s', (wishes, language) => {
  expect(chooseDocumentLanguage(wishes)).toBe(language)
})

test('B7 a header of many spaces is read in linear time', () => {
  const spaces = ' '.repeat(500_000)
  expect(chooseDocumentLanguage({ accepted: `en${spaces}-GB` })).toBe('en')
  expect(chooseDocumentLanguage({ accepted: `en ; q=0.4 , zh${spaces};${spaces}q=0.3` })).toBe('en')
})

test('B7 the address of a language is read as it is written', () => {
  expect(formatLanguageQuery('zh')).toBe('')
  expect(readLanguageQuery(formatLanguageQuery('en').slice(1))).toBe('en')
})

test('B7 any request gets one of the two languages', () => {
  const text = fc.option(fc.string(), { nil: undefined })
  fc.assert(
    fc.property(text, text, text, (cookies, query, accepted) => {
      expect(['zh', 'en']).toContain(chooseDocumentLanguage({ cookies, query, accepted }))
    }),
  )
})
