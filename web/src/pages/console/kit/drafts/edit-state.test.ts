import { expect, test } from 'vitest'
import {
  resolveConflict,
  createEditState,
  isChanged,
  mergeStored,
  openConflicts,
  markRemoved,
} from './edit-state.ts'

const stored = { name: 'Old', text: { zh: '旧', en: 'old' } }
const opened = createEditState(stored, 1)
const typed = { ...opened, fields: { ...stored, name: 'Mine' } }

test('J an unchanged form shows what another operator saved', () => {
  const theirs = { ...stored, name: 'Theirs' }
  expect(mergeStored(opened, theirs, 2)).toEqual(createEditState(theirs, 2))
})

test('J typed values stay if another operator saved other fields, and theirs are merged', () => {
  const merged = mergeStored(typed, { ...stored, text: { zh: '新', en: 'old' } }, 2)
  expect(merged).toMatchObject({
    fields: { name: 'Mine', text: { zh: '新', en: 'old' } },
    revision: 2,
    review: { gone: false, taken: [['text', 'zh']], conflicts: [] },
  })
  expect(openConflicts(merged)).toEqual([])
  expect(isChanged(merged)).toBe(true)
})

test('J a newer state that changed nothing of the form is followed without a word', () => {
  expect(mergeStored(typed, stored, 2)).toEqual({ ...typed, revision: 2 })
  expect(mergeStored(typed, { ...stored, name: 'Theirs' }, 1)).toBe(typed)
})

test('J a field that both changed is decided by the operator: their value, or one typed over', () => {
  const overtaken = mergeStored(typed, { ...stored, name: 'Theirs' }, 2)
  expect(overtaken.fields.name).toBe('Mine')
  expect(openConflicts(overtaken)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Theirs' }])
  const theirs = resolveConflict(overtaken, ['name'], 'theirs')
  expect([theirs.fields.name, openConflicts(theirs)]).toEqual(['Theirs', []])
  const mine = resolveConflict(theirs, ['name'], 'mine')
  expect([mine.fields.name, openConflicts(mine)]).toEqual(['Mine', []])
  expect(openConflicts({ ...overtaken, fields: { ...stored, name: 'Both' } })).toEqual([])
})

test('J a conflict that is not decided yet stays one when a third save arrives', () => {
  const overtaken = mergeStored(typed, { ...stored, name: 'Theirs' }, 2)
  const again = mergeStored(overtaken, { name: 'Theirs', text: { zh: '旧', en: 'third' } }, 3)
  expect(openConflicts(again)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Theirs' }])
  expect(again.review?.taken).toEqual([['text', 'en']])
  const renamed = mergeStored(again, { name: 'Third', text: { zh: '旧', en: 'third' } }, 4)
  expect(openConflicts(renamed)).toMatchObject([{ path: ['name'], mine: 'Mine', theirs: 'Third' }])
})

test('J typed values stay if the item was removed meanwhile', () => {
  expect(markRemoved(typed)).toMatchObject({
    fields: typed.fields,
    revision: undefined,
    review: { gone: true },
  })
})
