import { expect, test } from 'vitest'
import { closeToast, showToast, toastStore } from './toast-store.ts'

test('three toasts at most: the oldest goes', () => {
  for (const title of ['a', 'b', 'c', 'd']) showToast({ tone: 'good', title })
  expect(toastStore.get().map(({ title }) => title)).toEqual(['b', 'c', 'd'])
})

test('closing one leaves the others and notifies the listeners', () => {
  let notifications = 0
  const stop = toastStore.subscribe(() => (notifications += 1))
  closeToast(toastStore.get()[0]?.id ?? 0)
  expect(toastStore.get().map(({ title }) => title)).toEqual(['c', 'd'])
  expect(notifications).toBe(1)
  stop()
  closeToast(toastStore.get()[0]?.id ?? 0)
  expect(notifications).toBe(1)
})
