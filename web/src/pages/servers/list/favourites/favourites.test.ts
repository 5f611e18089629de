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

test('what another tab stored is kept by a toggle, and shown once the browser announces it', () => {
  const disk = device('["a"]')
  const tabs = new EventTarget()
  const store = favouriteStore(disk, tabs)
  favouriteStore(disk).toggle('b')
  store.toggle('c')
  expect([...favouriteStore(disk).get()]).toEqual(['a', 'b', 'c'])
  favouriteStore(disk).toggle('a')
  tabs.dispatchEvent(new Event('storage'))
  expect([...store.get()]).toEqual(['b', 'c'])
})

test('favourites that cannot be stored are kept by the next toggle', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  const store = favouriteStore(full)
  store.toggle('a')
  store.toggle('b')
  expect([...store.get()]).toEqual(['a', 'b'])
})
