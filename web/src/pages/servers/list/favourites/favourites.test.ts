import { expect, test } from 'vitest'
import { favouriteStore } from './favourites.ts'

function device(stored: string | null = null) {
  let value = stored
  return {
    getItem: () => value,
    setItem: (_key: string, next: string) => void (value = next),
    value: () => value,
  }
}

test('favourites are toggled, sent to listeners and found again on the same device', () => {
  const disk = device()
  const store = favouriteStore(disk)
  let notifications = 0
  const leave = store.subscribe(() => (notifications += 1))
  store.toggle('a')
  store.toggle('b')
  store.toggle('a')
  leave()
  store.toggle('c')
  expect(notifications).toBe(3)
  expect([...favouriteStore(disk).get()]).toEqual(['b', 'c'])
})

test('damaged, foreign or forbidden storage counts as no favourites', () => {
  const forbidden = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  for (const disk of [device('{'), device('{"a":1}'), device('[1]'), forbidden, undefined]) {
    const store = favouriteStore(disk)
    expect(store.get().size).toBe(0)
    store.toggle('a')
    expect(store.get().has('a')).toBe(true)
  }
})
