import { expect, test } from 'vitest'
import { en } from './en/all-texts.ts'
import { startWords, translate } from './translate.ts'
import { zh } from './zh/all-texts.ts'

interface Words {
  readonly [key: string]: string | Words
}

/** Every text by its path, plural endings left out, so that both languages can be compared. */
function texts(words: Words, parent = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const path = `${parent}${key}`
    return typeof value === 'string' ? [[path.replace(/_(one|other)$/, ''), value]] : texts(value, `${path}.`)
  })
}

/** Placeholders and marks of a text, sorted. */
const parts = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<\/?\w+>/g)].map(([part]) => part).toSorted()

const chinese = texts(zh)
const english = texts(en)

test('B7 both languages say the same things', () => {
  const paths = (list: [string, string][]) => [...new Set(list.map(([path]) => path))].toSorted()
  expect(paths(chinese)).toEqual(paths(english))
})

test('B7 both languages use the same placeholders', () => {
  const inEnglish = new Map(english.map(([path, text]) => [path, parts(text)]))
  for (const [path, text] of chinese) expect([path, parts(text)]).toEqual([path, inEnglish.get(path)])
})

test('B7 no text is empty', () => {
  for (const [path, text] of [...english, ...chinese]) expect([path, text.trim()]).not.toEqual([path, ''])
})

test('B7 Chinese has full-width punctuation and a space beside Latin letters and digits', () => {
  const untidy =
    /\p{Script=Han}[,;:!?()]|[,;:!?(]\p{Script=Han}|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u
  for (const [path, text] of chinese) {
    const spoken = text.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{\{\w+\}\}/g, '')
    expect([path, untidy.exec(spoken)?.[0]]).toEqual([path, undefined])
  }
})

test('B7 Chinese has one word for a group and one for who runs the portal', () => {
  const others = chinese.filter(([, text]) => /用户组|运营者|运营方|运营人员/.test(text))
  expect(others).toEqual([])
})

test('B7 a key with dots in it, such as an error code, finds its words', () => {
  startWords('zh', zh)
  expect(translate(($) => $.errors['server.not_registered'])).toBe(zh.errors['server.not_registered'])
  expect(translate(($) => $.shell.bookmarkHint, { key: 'Ctrl' })).toBe('按 Ctrl+D 收藏本页')
})
