import { expect, test } from 'vitest'
import { decided, editOf, isChanged, rebased, undecided, withoutThing } from './edit-state.ts'

const stored = { name: 'Old', text: { zh: '旧', en: 'old' } }
const opened = editOf(stored, 1)
const typed = { ...opened, fields: { ...stored, name: 'Mine' } }

test('J a form nobody typed in shows what another operator saved', () => {
  const theirs = { ...stored, name: 'Theirs' }
  expect(rebased(opened, theirs, 2)).toEqual(editOf(theirs, 2))
})

test('J what is typed stays where another operator saved other fields, and theirs are merged', () => {
  const merged = rebased(typed, { ...stored, text: { zh: '新', en: 'old' } }, 2)
  expect(merged).toMatchObject({
    fields: { name: 'Mine', text: { zh: '新', en: 'old' } },
    revision: 2,
    review: { gone: false, taken: [['text', 'zh']], conflicts: [] },
  })
  expect(undecided(merged)).toEqual([])
  expect(isChanged(merged)).toBe(true)
})

test('J a newer state that changed nothing of the form is followed without a word', () => {
  expect(rebased(typed, stored, 2)).toEqual({ ...typed, revision: 2 })
  expect(rebased(typed, { ...stored, name: 'Theirs' }, 1)).toBe(typed)
})

test('J a field that both changed is decided by the operator: their value, or one typed over', () => {
  const overtaken = rebased(typed, { ...stored, name: 'Theirs' }, 2)
  expect(overtaken.fields.name).toBe('Mine')
  expect(undecided(overtaken)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Theirs' }])
  const theirs = decided(overtaken, ['name'], 'theirs')
  expect([theirs.fields.name, undecided(theirs)]).toEqual(['Theirs', []])
  const mine = decided(theirs, ['name'], 'mine')
  expect([mine.fields.name, undecided(mine)]).toEqual(['Mine', []])
  expect(undecided({ ...overtaken, fields: { ...stored, name: 'Both' } })).toEqual([])
})

test('J a conflict that is not decided yet stays one when a third save arrives', () => {
  const overtaken = rebased(typed, { ...stored, name: 'Theirs' }, 2)
  const again = rebased(overtaken, { name: 'Theirs', text: { zh: '旧', en: 'third' } }, 3)
  expect(undecided(again)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Theirs' }])
  expect(again.review?.taken).toEqual([['text', 'en']])
  const renamed = rebased(again, { name: 'Third', text: { zh: '旧', en: 'third' } }, 4)
  expect(undecided(renamed)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Third' }])
})

test('J what is typed about a thing that was removed meanwhile stays', () => {
  expect(withoutThing(typed)).toMatchObject({
    fields: typed.fields,
    revision: undefined,
    review: { gone: true },
  })
})
