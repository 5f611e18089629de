import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits, valueAt, withValueAt, type FieldPath } from './merge-edits.ts'

// Few values, so that both sides often change a field to the same one.
const leaf = fc.constantFrom('', 'a', 'b', 0, 1, true, false, null)
const form = fc.record({
  name: leaf,
  text: fc.record({ zh: leaf, en: leaf }),
  limits: fc.record({ most: leaf, per: fc.record({ day: leaf, week: leaf }) }),
  groups: fc.array(fc.constantFrom('vip', 'pro', 'kol'), { maxLength: 2 }),
})
const paths: FieldPath[] = [
  ['name'],
  ['text', 'zh'],
  ['text', 'en'],
  ['limits', 'most'],
  ['limits', 'per', 'day'],
  ['limits', 'per', 'week'],
  ['groups'],
]
const at = (fields: object, path: FieldPath) => JSON.stringify(valueAt(fields, path))
const named = (list: readonly FieldPath[]) => list.map((path) => path.join('.')).toSorted()

test('J an edit of one side only is taken unchanged, without a conflict', () => {
  fc.assert(
    fc.property(form, form, (base, edit) => {
      expect(mergeEdits(base, edit, base)).toEqual({ fields: edit, taken: [], conflicts: [] })
      expect(mergeEdits(base, base, edit)).toMatchObject({ fields: edit, conflicts: [] })
      expect(mergeEdits(base, edit, edit)).toEqual({ fields: edit, taken: [], conflicts: [] })
    }),
  )
})

test('J every field is the one that was changed; where both changed it differently, it is a conflict and mine stays', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const merged = mergeEdits(base, mine, theirs)
      const conflicts = new Set(named(merged.conflicts.map(({ path }) => path)))
      const taken = new Set(named(merged.taken))
      for (const path of paths) {
        const isMine = at(mine, path) !== at(base, path)
        const isTheirs = at(theirs, path) !== at(base, path)
        const differ = at(mine, path) !== at(theirs, path)
        expect(at(merged.fields, path)).toBe(at(isMine ? mine : theirs, path))
        expect(conflicts.has(path.join('.'))).toBe(isMine && isTheirs && differ)
        expect(taken.has(path.join('.'))).toBe(!isMine && isTheirs)
      }
    }),
  )
})

test('J both operators see the same conflicts', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const [one, other] = [mergeEdits(base, mine, theirs), mergeEdits(base, theirs, mine)]
      expect(named(one.conflicts.map(({ path }) => path))).toEqual(
        named(other.conflicts.map(({ path }) => path)),
      )
    }),
  )
})

test('J choosing their value for every conflict leaves both sides’ other changes', () => {
  fc.assert(
    fc.property(form, form, form, (base, mine, theirs) => {
      const { fields, conflicts } = mergeEdits(base, mine, theirs)
      const chosen = conflicts.reduce((all, { path, theirs: value }) => withValueAt(all, path, value), fields)
      expect(chosen).toEqual(mergeEdits(base, theirs, mine).fields)
    }),
  )
})

test('J a list is one value: entries that moved are not merged by their place', () => {
  const entry = (text: string) => ({ zh: text, en: '' })
  const base = { bullets: [entry('a'), entry('b')] }
  const mine = { bullets: [entry('b'), entry('a')] }
  const theirs = { bullets: [entry('a'), entry('c')] }
  expect(mergeEdits(base, mine, theirs)).toMatchObject({ fields: mine, conflicts: [{ path: ['bullets'] }] })
})

test('J a field that only one side has is that side’s', () => {
  const merged = mergeEdits<{ a?: number; b?: number }>({}, { a: 1 }, { b: 2 })
  expect(merged).toMatchObject({ fields: { a: 1, b: 2 }, taken: [['b']] })
  expect(mergeEdits<{ a?: number }>({ a: 1 }, {}, { a: 1 }).fields).toEqual({})
})
