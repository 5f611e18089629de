import { expect, test } from 'vitest'
import { limitConcurrency } from '../../../platform/lifecycle/concurrency-limit.ts'
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

test('the concurrency limit holds, and a failure frees its slot too', async () => {
  const gate = limitConcurrency(2)
  let running = 0
  let most = 0
  const work = async (place: number) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    if (place % 2 === 0) throw new Error('failed')
  }
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, place) => gate(() => work(place))))
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect([most, running]).toEqual([2, 0])
})
