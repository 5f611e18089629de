import { expect, test } from 'vitest'
import { heads as en } from './en/heads.ts'
import { heads as zh } from './zh/heads.ts'

test('A3 B7 both languages describe the same pages to search engines, each in its own words', () => {
  const open = (heads: typeof zh) =>
    Object.entries(heads).flatMap(([path, { description }]) => (description === undefined ? [] : [path]))
  expect(open(en)).toEqual(open(zh))
  for (const { title } of [...Object.values(zh), ...Object.values(en)]) expect(title).not.toBe('')
  for (const { description = '' } of Object.values(en)) expect(description).not.toMatch(/\p{Script=Han}/u)
})
