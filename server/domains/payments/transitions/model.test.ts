import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { histories } from '../testing/model/random-history.ts'
import { playHistory } from '../testing/model/play-history.ts'
import { ModelFixture } from '../testing/model/model-fixture.ts'

let fixture: ModelFixture
beforeAll(async () => {
  fixture = await ModelFixture.open()
})
afterAll(() => fixture.context.destroy())

/**
 * Orders, payments, notifies, refunds, silences, failures and crashes in any order, also within each other. A failure prints
 * its seed and the shortest history that fails; `fc.assert` with that seed and path plays it again.
 */
test('H5 after any history every amount is a fulfilled order, refunded, or disputed and reported', async () => {
  const property = fc.asyncProperty(histories, async (history) => {
    expect(await playHistory(fixture, history)).toEqual([])
  })
  await fc.assert(property, { numRuns: propertyRuns(3_000, 10) })
}, 3_600_000)
