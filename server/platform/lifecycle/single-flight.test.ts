import { expect, test } from 'vitest'
import { SingleFlight } from './single-flight.ts'

/** Loads that end on demand, and a count of those that began. */
function held() {
  const open: PromiseWithResolvers<void>[] = []
  const loads = new SingleFlight(() => {
    const load = Promise.withResolvers<void>()
    open.push(load)
    return load.promise
  })
  return { loads, open }
}

test('of loads asked for at once one runs, and one more for all who asked meanwhile', async () => {
  const { loads, open } = held()
  const first = loads.run()
  const later = [loads.run(), loads.run(), loads.run()]
  expect(open).toHaveLength(1)
  open[0]?.resolve()
  await first
  expect(open).toHaveLength(2)
  open[1]?.resolve()
  await Promise.all(later)
  expect([open.length, loads.isBusy]).toEqual([2, false])
})

test('a failed load rejects for its callers, and the next one runs', async () => {
  const { loads, open } = held()
  const first = loads.run()
  const second = loads.run()
  open[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await Promise.resolve()
  open[1]?.resolve()
  await second
  await loads.settled()
})
