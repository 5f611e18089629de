import { expect, test } from 'vitest'
import { isFirstUnsavedForm, registerUnsavedForm } from './unsaved-forms.ts'

test('J of several unsaved forms one asks before the page is left, and the next once it is saved', () => {
  const savedFirst = registerUnsavedForm('first')
  const savedSecond = registerUnsavedForm('second')
  expect([isFirstUnsavedForm('first'), isFirstUnsavedForm('second')]).toEqual([true, false])
  savedFirst()
  expect([isFirstUnsavedForm('first'), isFirstUnsavedForm('second')]).toEqual([false, true])
  savedSecond()
  expect([isFirstUnsavedForm('first'), isFirstUnsavedForm('second')]).toEqual([false, false])
})
