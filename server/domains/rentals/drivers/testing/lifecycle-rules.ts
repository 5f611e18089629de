import { expect, vi } from 'vitest'
import { type InstanceRef, type ObservedInstance, getInstanceName } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, timeouts, buildInstanceSpec } from './driver-fixture.ts'

/** Waits until the game of a place answers under its own name. */
async function waitForGame({ subject }: DriverRuleContext, place: InstanceRef, port: number): Promise<void> {
  await vi.waitFor(async () => expect(await subject.nameAt(port)).toBe(getInstanceName(place)), {
    timeout: timeouts.answerMs,
    interval: 100,
  })
}

/** Waits until the driver itself sees that the game ended. */
async function waitUntilStopped(
  { driver }: DriverRuleContext,
  place: InstanceRef,
): Promise<ObservedInstance | null> {
  return vi.waitFor(
    async () => {
      const seen = await driver.observe(place)
      expect(seen).toMatchObject({ isRunning: false, run: '' })
      return seen
    },
    { timeout: timeouts.answerMs, interval: 50 },
  )
}

/** What becomes of an instance: made once, adopted, crashed, restarted, verified. */
export const lifecycleRules: DriverRules = {
  'R1 an instance that is ensured twice runs once, answers, and is reported the same by each call': async (
    bench,
  ) => {
    const { driver, subject } = bench
    const place = bench.place()
    expect(await driver.observe(place)).toBeNull()
    const wanted = await buildInstanceSpec(bench, place)
    const first = await driver.ensure(wanted)
    const { rentalId, number, generation } = place
    expect(first).toMatchObject({ rentalId, number, generation, isRunning: true })
    expect(first.run).not.toBe('')
    expect(first.createdAt.getTime()).toBeGreaterThan(0)
    expect(await driver.ensure(wanted)).toEqual(first)
    expect(await driver.observe(place)).toEqual(first)
    expect(await driver.list(place.hostName)).toEqual({ seen: [first], complete: true })
    await waitForGame(bench, place, wanted.port)
    expect(await subject.running(place)).toBe(1)
  },

  'R1 of many who ensure one name at once exactly one makes it': async (bench) => {
    const { driver, subject } = bench
    const other = await bench.another()
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    const all = await Promise.all([driver, other, driver, other].map((one) => one.ensure(wanted)))
    expect(new Set(all.map(({ run }) => run)).size).toBe(1)
    await waitForGame(bench, place, wanted.port)
    expect(await subject.running(place)).toBe(1)
    expect((await driver.list(place.hostName)).seen).toHaveLength(1)
  },

  'R5 a portal that restarts finds the running instance and creates no second one': async (bench) => {
    const { subject } = bench
    const place = bench.place()
    const before = await bench.another()
    const wanted = await buildInstanceSpec(bench, place)
    const made = await before.ensure(wanted)
    before.close()
    const after = await bench.another()
    expect((await after.list(place.hostName)).seen).toEqual([made])
    expect(await after.ensure(wanted)).toEqual(made)
    expect(await subject.running(place)).toBe(1)
  },

  'R2 a game that was killed is seen not to run, and is started under its name': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    const first = await driver.ensure(wanted)
    await waitForGame(bench, place, wanted.port)
    await subject.kill(place)
    expect(await waitUntilStopped(bench, place)).toEqual({ ...first, isRunning: false, run: '' })
    expect((await driver.list(place.hostName)).seen).toMatchObject([{ isRunning: false }])
    const second = await driver.ensure(wanted)
    expect(second).toEqual({ ...first, run: second.run })
    expect(second.run).not.toBe(first.run)
    await waitForGame(bench, place, wanted.port)
    expect(await subject.running(place)).toBe(1)
  },

  'R13 an op restarts once, however often it is called; another op restarts again': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    const first = await driver.ensure(wanted)
    await waitForGame(bench, place, wanted.port)
    const [op, next] = [crypto.randomUUID(), crypto.randomUUID()]
    const second = await driver.restart(place, op)
    expect(second).toEqual({ ...first, run: second.run })
    expect([second.run !== first.run, second.isRunning]).toEqual([true, true])
    expect(await driver.restart(place, op)).toEqual(second)
    expect(await (await bench.another()).restart(place, op)).toEqual(second)
    await waitForGame(bench, place, wanted.port)
    const third = await driver.restart(place, next)
    expect(third.run).not.toBe(second.run)
    expect(await subject.running(place)).toBe(1)
  },

  'R13 one op asked by two at once is one restart': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const first = await driver.ensure(await buildInstanceSpec(bench, place))
    const other = await bench.another()
    const op = crypto.randomUUID()
    const runs = await Promise.all([driver, other, driver].map((one) => one.restart(place, op)))
    expect(new Set(runs.map(({ run }) => run)).size).toBe(1)
    expect(runs[0]?.run).not.toBe(first.run)
    expect(await subject.running(place)).toBe(1)
  },

  'G19 verifying stops the game until it is done; the same op verifies once': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    const first = await driver.ensure(wanted)
    const op = crypto.randomUUID()
    await vi.waitFor(
      async () => {
        const state = await driver.verify(place, op)
        expect(await driver.observe(place)).toMatchObject({ isRunning: false, run: '' })
        expect(state).toBe('done')
      },
      { timeout: timeouts.answerMs, interval: 100 },
    )
    const again = await driver.ensure(wanted)
    expect([again.isRunning, again.run !== first.run]).toEqual([true, true])
    expect(await driver.verify(place, op)).toBe('done')
    expect(await driver.observe(place)).toEqual(again)
    expect(await subject.running(place)).toBe(1)
  },

  'R5 closing a driver leaves everything running': async (bench) => {
    const { subject, driver } = bench
    const place = bench.place()
    const other = await bench.another()
    const made = await other.ensure(await buildInstanceSpec(bench, place))
    other.close()
    expect(await driver.observe(place)).toEqual(made)
    expect(await subject.running(place)).toBe(1)
  },
}
