import { expect, test } from 'vitest'
import { FilteredBodyCache } from './filtered-body-cache.ts'

test('filtered answers are cached up to a size, the newest longest, and built once for all waiting requests', async () => {
  const bodies = new FilteredBodyCache(2_500)
  const made: string[] = []
  const get = (key: string) =>
    bodies.get(key, () => {
      made.push(key)
      return key.repeat(1_000)
    })
  await Promise.all([get('a'), get('a'), get('a')])
  await get('b')
  await get('a')
  expect(made).toEqual(['a', 'b'])
  await get('c')
  await get('c')
  await get('b')
  expect(made).toEqual(['a', 'b', 'c'])
  expect((await get('a')).plain.toString()).toBe('a'.repeat(1_000))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
