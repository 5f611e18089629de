import { expect, test } from 'vitest'
import { checkDocs } from './check-docs.ts'
import { findForeignCitations } from './citations.ts'
import { findIdioms } from './idioms.ts'
import { findBrokenLinks } from './links.ts'
import { findUnevenTranslations } from './translations.ts'
import { definedRequirements, findUnknownRequirements } from './requirements.ts'

const defined = definedRequirements('| <a id="d7"></a>D7 | Sort order |\n| <a id="h5"></a>H5 | Paid once |')

test('the documents of this repository have no problem', async () => {
  expect(await checkDocs()).toEqual([])
})

const unknown = ['H', 9].join('')

test.each([
  [`test('D7 ${unknown} sorts', () => {})`, [`a.test.ts: ${unknown} is not in docs/requirements.md`]],
  ['/** Sorts the list (D8). */', ['a.test.ts: D8 is not in docs/requirements.md']],
  ['// D7: by star', []],
  ["const code = 'E42'", []],
  ['/** Uses the A2S protocol and H264-like names. */', []],
])('an unknown requirement number is found in comments and titles only: %s', (text, problems) => {
  expect(findUnknownRequirements(new Map([['a.test.ts', text]]), defined)).toEqual(problems)
})

test.each([
  ['[readme](../README.md)', []],
  ['[nothing](../NOTHING.md)', ['docs/a.md: the link ../NOTHING.md leads nowhere']],
  ['# One heading\n\n[here](#one-heading) [there](#another)', ['docs/a.md: the link #another leads nowhere']],
  ['`server/main.ts` and `server/nothing.ts`', ['docs/a.md: server/nothing.ts does not exist']],
  ['[Steam](https://steamcommunity.com)', []],
])('a link or path of a document leads somewhere: %s', (text, problems) => {
  expect(findBrokenLinks(new Map([['docs/a.md', text]]))).toEqual(problems)
})

test.each([
  ['# Clutch\n\n- 一\n', []],
  ['# Clutch\n', ['README.zh-CN.md: headings, lists or tables differ from README.md']],
])('a Chinese document has the structure of the English one: %j', (chinese, problems) => {
  const documents = new Map([
    ['README.md', '# Clutch\n\n- one\n'],
    ['README.zh-CN.md', chinese],
  ])
  expect(findUnevenTranslations(documents, ['README.zh-CN.md'])).toEqual(problems)
})

test.each([
  ['/** See providers.md §1. */', ['server/a.ts:1: providers.md does not exist']],
  ['/** See docs/payments.md. */', []],
  ["const file = 'notes.md'", []],
  ['// Restarted in turn (issue 18).', ['server/a.ts:1: “issue 18”: cite a decision or a requirement']],
  ['// CounterStrikeSharp issue 1415', []],
])('a document or issue that the repository does not have is found: %s', (line, problems) => {
  const sources = new Map([
    ['docs/payments.md', ''],
    ['server/a.ts', line],
  ])
  expect(findForeignCitations(sources)).toEqual(problems)
})

test.each([
  ['/** What the caller is told. */', 1],
  ['// A claim is released.', 0],
  ["test('H5 whoever pays', () => undefined)", 1],
  ["const text = 'told'", 0],
  ["log.info('the caller is told')", 1],
  ["log.info('nothing', `${told} is said`)", 0],
  ['/** Returns `nobody`, the user. */', 0],
])('an idiom of the former style is refused in comments, titles and sentences: %s', (line, count) => {
  expect(findIdioms(new Map([['server/a.ts', line]]))).toHaveLength(count)
})

test.each([
  ['server/a.test.ts', "])('a payment is paid back: %s', () => undefined)", 1],
  ['server/a.test.ts', "expect(text).toBe('it is paid back')", 0],
  ['web/src/locales/en/a.ts', "  hint: 'It is paid back.',", 1],
  ['server/migrations/0099-a.sql', '-- Who told us.', 1],
  ['deploy/values.yaml', 'pods: 1 # at least so many', 1],
  ['tools/a.mjs', '// for whoever starts it', 1],
  ['CHANGELOG.md', '- The API says `rental` instead of `lease`, for ever.', 1],
])('an idiom is refused in %s: %s', (path, line, count) => {
  expect(findIdioms(new Map([[path, line]]))).toHaveLength(count)
})
