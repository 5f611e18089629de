import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { type HistoryEvent, randomHistories } from '../../testing/model/random-history.ts'
import { playHistory } from '../../testing/model/play-history.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open(undefined, 40)
})
afterAll(() => fixture.close())

/** A second move while the instance from before the first one could not be removed: three ran at once. */
const unreachedBeforeSecondMove: HistoryEvent[] = [
  { kind: 'pay' },
  { kind: 'time', ms: 0, reconcilers: 1 },
  { kind: 'ask', rental: 0, ask: 'switch' },
  { kind: 'fault', call: 'remove', fault: 'silent', times: 1 },
  { kind: 'time', ms: 0, reconcilers: 1 },
  { kind: 'machine', hostName: 'one', does: 'goes silent' },
  { kind: 'ask', rental: 0, ask: 'switch' },
  { kind: 'ask', rental: 0, ask: 'renew' },
]

/**
 * Requests for rentals in any order, while processes die or stall at any step, drivers fail and lie, hosts
 * are lost and come back, games crash and hang. A failure prints its seed and the shortest failing history;
 * `fc.assert` with that seed and path replays it.
 */
test('R1 R2 after any history every rental is in its wanted state, no instance exists twice, and none is left behind', async () => {
  const property = fc.asyncProperty(randomHistories, async (history) => {
    expect(await playHistory(fixture, history)).toEqual([])
  })
  await fc.assert(property, {
    numRuns: propertyRuns(1_000, 2),
    examples: [[unreachedBeforeSecondMove]],
  })
}, 7_200_000)
