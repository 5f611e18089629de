import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { randomHistories } from '../../testing/model/random-history.ts'
import { playHistory } from '../../testing/model/play-history.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
afterAll(() => fixture.close())

/**
 * Requests for rentals in any order, while processes die or stall at any step, drivers fail and lie, hosts
 * are lost and come back, games crash and hang. A failure prints its seed and the shortest failing history;
 * `fc.assert` with that seed and path replays it.
 */
test('R1 R2 after any history every rental is in its wanted state, no instance exists twice, and none is left behind', async () => {
  const property = fc.asyncProperty(randomHistories, async (history) => {
    expect(await playHistory(fixture, history)).toEqual([])
  })
  await fc.assert(property, { numRuns: propertyRuns(1_000) })
}, 7_200_000)
