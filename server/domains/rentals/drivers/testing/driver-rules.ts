import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FleetDriver, InstanceRef } from '../driver.ts'
import { type DriverRuleContext, type DriverFixture, timeouts } from './driver-fixture.ts'
import { configFileRules } from './config-file-rules.ts'
import { lifecycleRules } from './lifecycle-rules.ts'
import { isolationRules } from './isolation-rules.ts'

/**
 * The rules every driver keeps (R1–R13 of the fleet, as far as a driver is concerned), tried with a real game. `open` is
 * called once before the first of them.
 */
export function testDriverRules(kind: string, open: () => Promise<DriverFixture>): void {
  describe(`the rules of every driver, applied to ${kind}`, { timeout: timeouts.ruleMs }, () => {
    const owner = `rules-${crypto.randomUUID()}`
    const opened: FleetDriver[] = []
    const places: InstanceRef[] = []
    let subject: DriverFixture
    let driver: FleetDriver

    beforeAll(async () => {
      subject = await open()
      driver = await subject.open(owner)
    }, timeouts.ruleMs)

    afterEach(async () => {
      for (const other of opened.splice(0)) other.close()
      for (const place of places.splice(0)) await driver.remove(place, { graceMs: 0, keepData: false })
    }, timeouts.ruleMs)

    afterAll(() => driver?.close())

    const bench = (): DriverRuleContext => ({
      subject,
      owner,
      driver,
      another: async (of = owner) => {
        const other = await subject.open(of)
        opened.push(other)
        return other
      },
      place: (generation = 1) => {
        const place = newInstanceOn(driver, generation)
        places.push(place)
        return place
      },
    })
    const rules = Object.entries({ ...lifecycleRules, ...configFileRules, ...isolationRules })
    test.each(rules)('%s', async (_title, tried) => {
      expect.hasAssertions()
      await tried(bench())
    })
  })
}

function newInstanceOn(driver: FleetDriver, generation: number): InstanceRef {
  const number = `sv-${crypto.randomUUID().replaceAll('-', '').slice(0, 6)}`
  return { rentalId: crypto.randomUUID(), number, generation, hostName: driver.hosts[0]?.name ?? '' }
}
