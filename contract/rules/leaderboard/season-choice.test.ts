import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSeason, toSeasonParam } from './season-choice.ts'

const autumn = { id: 'autumn' }
const summer = { id: 'summer' }

test.each([
  ['all', 'all'],
  ['summer', 'summer'],
  [undefined, 'autumn'],
  ['', 'autumn'],
  ['winter', 'autumn'],
])('I6 season=%s shows %s', (asked, shown) => {
  expect(chooseSeason(asked, [autumn, summer])).toBe(shown)
})

test('I6 without any season it is all-time, and the address is left alone', () => {
  for (const asked of [undefined, 'all', 'summer']) {
    expect(chooseSeason(asked, [])).toBe('all')
    expect(toSeasonParam('all', [])).toBeUndefined()
  }
})

test('I6 the shown season is the one that the address then names, and stays so', () => {
  const listed = fc.array(
    fc.uuid().map((id) => ({ id })),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), listed, (asked, seasons) => {
      const shown = chooseSeason(asked, seasons)
      expect(toSeasonParam(shown, seasons)).toBe(shown)
      expect(chooseSeason(shown, seasons)).toBe(shown)
    }),
  )
})
