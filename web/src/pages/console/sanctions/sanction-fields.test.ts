import { expect, test } from 'vitest'
import { findFaults, toFields } from './sanction-fields.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const past = now - 60_000
const fields = { ...toFields(null, '76561198000000007'), reason: 'aimbot', term: 'until' as const }

test.each([
  { title: 'a new one', ends: past, stored: undefined, isWrong: true },
  { title: 'an expired one whose end is not changed', ends: past, stored: past, isWrong: false },
  { title: 'one whose end is moved into the past', ends: past, stored: now + 1, isWrong: true },
  { title: 'one without an end', ends: null, stored: past, isWrong: true },
])('J an end in the past is a fault of $title: $isWrong', ({ ends, stored, isWrong }) => {
  expect(findFaults({ ...fields, ends }, now, stored).term).toBe(isWrong)
})
