import { expect, test } from 'vitest'
import { asksForAll, countUnsaved } from './first-unsaved.ts'

test('J of several unsaved forms one asks before the page is left, and the next once it is saved', () => {
  const savedFirst = countUnsaved('first')
  const savedSecond = countUnsaved('second')
  expect([asksForAll('first'), asksForAll('second')]).toEqual([true, false])
  savedFirst()
  expect([asksForAll('first'), asksForAll('second')]).toEqual([false, true])
  savedSecond()
  expect([asksForAll('first'), asksForAll('second')]).toEqual([false, false])
})
