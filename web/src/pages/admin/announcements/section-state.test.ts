import { expect, test } from 'vitest'
import { following, isDirty, sectionOf } from './section-state.ts'

const stored = sectionOf({ name: 'Old' }, 1)
const typed = { ...stored, draft: { name: 'Mine' } }

test('A10 a part nobody else touched keeps what is typed, and may be saved over the newer settings', () => {
  expect(following(typed, { name: 'Old' }, 2)).toEqual({ ...typed, revision: 2 })
})

test('A10 a part that was not typed in shows what somebody else stored', () => {
  expect(following(stored, { name: 'Theirs' }, 2)).toEqual(sectionOf({ name: 'Theirs' }, 2))
})

test('A10 a part that both changed stays at what was seen, so that saving it is refused', () => {
  expect(following(typed, { name: 'Theirs' }, 2)).toBe(typed)
  expect(following(typed, { name: 'Theirs' }, 1)).toBe(typed)
})

test('A10 what is typed back to what is stored is nothing to save', () => {
  expect([isDirty(stored), isDirty(typed), isDirty({ ...typed, draft: { name: 'Old' } })]).toEqual([
    false,
    true,
    false,
  ])
})
