import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FleetDriver, Place } from '../driver.ts'
import { type Bench, type DriverUnderTest, patience } from './bench.ts'
import { fileRules } from './file-rules.ts'
import { lifeRules } from './life-rules.ts'
import { placeRules } from './place-rules.ts'

/**
 * The rules every driver keeps (R1–R13 of the fleet, as far as a driver is concerned), tried with a real game. `open` is
 * called once before the first of them.
 */
export function driverRules(kind: string, open: () => Promise<DriverUnderTest>): void {
  describe(`the rules of every driver, kept by ${kind}`, { timeout: patience.ruleMs }, () => {
    const owner = `rules-${crypto.randomUUID()}`
    const opened: FleetDriver[] = []
    const places: Place[] = []
    let subject: DriverUnderTest
    let driver: FleetDriver

    beforeAll(async () => {
      subject = await open()
      driver = await subject.open(owner)
    }, patience.ruleMs)

    afterEach(async () => {
      for (const other of opened.splice(0)) other.close()
      for (const place of places.splice(0)) await driver.remove(place, { graceMs: 0, keepData: false })
    }, patience.ruleMs)

    afterAll(() => driver?.close())

    const bench = (): Bench => ({
      subject,
      owner,
      driver,
      another: async (of = owner) => {
        const other = await subject.open(of)
        opened.push(other)
        return other
      },
      place: (generation = 1) => {
        const place = placeOn(driver, generation)
        places.push(place)
        return place
      },
    })
    const rules = Object.entries({ ...lifeRules, ...fileRules, ...placeRules })
    test.each(rules)('%s', async (_title, tried) => {
      expect.hasAssertions()
      await tried(bench())
    })
  })
}

function placeOn(driver: FleetDriver, generation: number): Place {
  const number = `sv-${crypto.randomUUID().replaceAll('-', '').slice(0, 6)}`
  return { leaseId: crypto.randomUUID(), number, generation, node: driver.nodes[0]?.name ?? '' }
}
