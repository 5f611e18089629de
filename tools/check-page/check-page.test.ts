import { expect, test } from 'vitest'
import { findStrayLiterals } from './literals.ts'
import { findUnusedTexts } from './unused-texts.ts'

const css = (text: string) => findStrayLiterals([{ path: 'web/src/pages/x/x.module.css', text }])

test.each([
  ['a { color: #fff }', 1],
  ['a { color: rgb(0 0 0) }', 1],
  ['a { gap: 12px }', 1],
  ['a { font: 600 var(--size-m) Arial }', 1],
  ['a { font-family: "Inter" }', 1],
  ['a { font: 600 var(--size-m) var(--font); gap: var(--space-2); margin: 0 }', 0],
  ['a { font: inherit }', 0],
  ['@media (width < 1024px) { a { gap: 1rem } }', 0],
  ['@container (width < 420px) { a { gap: 2em } }', 0],
  ['/* 3px #fff */', 0],
])('%s has %i stray literals', (text, count) => {
  expect(css(text)).toHaveLength(count)
})

test('a literal names its line, and ui may write any', () => {
  expect(css('a {\n  color: #123456;\n}')).toEqual([
    'web/src/pages/x/x.module.css:2 writes a colour outside ui: #123456',
  ])
  expect(findStrayLiterals([{ path: 'web/src/ui/x.module.css', text: 'a { color: #fff }' }])).toEqual([])
})

test('scripts may write neither', () => {
  const script = (text: string) => findStrayLiterals([{ path: 'web/src/app/x.tsx', text }])
  expect(script("const colour = '#f5b53d'")).toHaveLength(1)
  expect(script('<p style={{ width: `12px` }} />')).toHaveLength(1)
  expect(script("const hash = '#content' // 12px")).toEqual([])
})

test('B7 an unused text is found; plurals and indexed texts are not reported', () => {
  const words = {
    a: { used: 'x', spare: 'x', many_one: 'x', many_other: 'x' },
    codes: { 'a.b': 'x', 'a.c': 'x' },
  }
  const text =
    "t(($) => $.a.used); t(($) => $.a.many, { count }); t(($) => $.codes[code]); const code = 'a.b'"
  expect(findUnusedTexts(words, [{ path: 'web/src/app/x.tsx', text }])).toEqual([
    'unused text in locales/: a.spare',
    'unused text in locales/: codes.a.c',
  ])
})

test('a text of an indexed entry is used when its key is read of one and the entry is named', () => {
  const entry = { name: 'Name', hint: 'Hint' }
  const words = { each: { friends: entry, spare: entry } }
  const text = "t(($) => $.each[one.word].name); const word = 'friends'"
  expect(findUnusedTexts(words, [{ path: 'web/src/app/x.tsx', text }])).toEqual([
    'unused text in locales/: each.friends.hint',
    'unused text in locales/: each.spare.name',
    'unused text in locales/: each.spare.hint',
  ])
})
