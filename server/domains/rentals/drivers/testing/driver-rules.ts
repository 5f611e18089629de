import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import type { FleetDriver, InstanceRef } from '../driver.ts'
import { type DriverRuleContext, type DriverFixture, timeouts } from './driver-fixture.ts'
import { configFileRules } from './config-file-rules.ts'
import { lifecycleRules } from './lifecycle-rules.ts'
import { gameFileRules } from './game-file-rules.ts'
import { isolationRules } from './isolation-rules.ts'

/**
 * The rules every driver follows (R1–R13, where they concern a driver), tested with a real game. `open` is
 * called once before the first rule. With `sampleStep` 2, `npm test` tests every second rule and `npm run prove` all of them. Rules whose
 * title contains `without` are left out.
 */
export function testDriverRules(
  kind: string,
  open: () => Promise<DriverFixture>,
  { sampleStep = 1, without }: { sampleStep?: number; without?: string } = {},
): void {
  describe(`the rules of every driver, applied to ${kind}`, { timeout: timeouts.ruleMs }, () => {
    const owner = `rules-${crypto.randomUUID()}`
    const opened: FleetDriver[] = []
    const places: InstanceRef[] = []
    let fixture: DriverFixture
    let driver: FleetDriver

    beforeAll(async () => {
      fixture = await open()
      driver = await fixture.open(owner)
    }, timeouts.ruleMs)

    afterEach(async () => {
      for (const other of opened.splice(0)) other.close()
      for (const instance of places.splice(0)) await driver.remove(instance, { graceMs: 0, keepData: false })
    }, timeouts.ruleMs)

    afterAll(() => driver?.close())

    const context = (): DriverRuleContext => ({
      fixture,
      owner,
      driver,
      another: async (of = owner) => {
        const other = await fixture.open(of)
        opened.push(other)
        return other
      },
      instance: (generation = 1) => {
        const instance = newInstanceOn(driver, generation)
        places.push(instance)
        return instance
      },
    })
    const rules = Object.entries({
      ...lifecycleRules,
      ...configFileRules,
      ...gameFileRules,
      ...isolationRules,
    }).filter(([title]) => without === undefined || !title.includes(without))
    test.each(sampleCases(rules, sampleStep))('%s', async (_title, tried) => {
      expect.hasAssertions()
      await tried(context())
    })
  })
}

function newInstanceOn(driver: FleetDriver, generation: number): InstanceRef {
  const number = `sv-${crypto.randomUUID().replaceAll('-', '').slice(0, 6)}`
  return { rentalId: crypto.randomUUID(), number, generation, hostName: driver.hosts[0]?.name ?? '' }
}
