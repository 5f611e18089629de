import { expect, test } from 'vitest'
import { FilteredBodyCache } from './filtered-body-cache.ts'

test('filtered answers are cached up to a size, the newest longest, and built once for all waiting requests', async () => {
  const bodies = new FilteredBodyCache(2_500)
  const created: string[] = []
  const get = (key: string) =>
    bodies.get(key, () => {
      created.push(key)
      return key.repeat(1_000)
    })
  await Promise.all([get('a'), get('a'), get('a')])
  await get('b')
  await get('a')
  expect(created).toEqual(['a', 'b'])
  await get('c')
  await get('c')
  await get('b')
  expect(created).toEqual(['a', 'b', 'c'])
  expect((await get('a')).plain.toString()).toBe('a'.repeat(1_000))
  expect(created).toEqual(['a', 'b', 'c', 'a'])
})
