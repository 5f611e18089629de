import { expect, vi } from 'vitest'
import { type InstanceRef, type ObservedInstance, getInstanceName } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, timeouts, buildInstanceSpec } from './driver-fixture.ts'

/** Waits until the game of an instance answers under its own name. */
async function waitForGame(
  { fixture }: DriverRuleContext,
  instance: InstanceRef,
  port: number,
): Promise<void> {
  await vi.waitFor(async () => expect(await fixture.nameAt(port)).toBe(getInstanceName(instance)), {
    timeout: timeouts.answerMs,
    interval: 100,
  })
}

/** Waits until the driver itself sees that the game ended. */
async function waitUntilStopped(
  { driver }: DriverRuleContext,
  instance: InstanceRef,
): Promise<ObservedInstance | null> {
  return vi.waitFor(
    async () => {
      const observed = await driver.observe(instance)
      expect(observed).toMatchObject({ isRunning: false, run: '' })
      return observed
    },
    { timeout: timeouts.answerMs, interval: 50 },
  )
}

/** What becomes of an instance: made once, adopted, crashed, restarted, verified. */
export const lifecycleRules: DriverRules = {
  'R1 an instance that is ensured twice runs once, answers, and is reported the same by each call': async (
    context,
  ) => {
    const { driver, fixture } = context
    const instance = context.instance()
    expect(await driver.observe(instance)).toBeNull()
    const spec = await buildInstanceSpec(context, instance)
    const first = await driver.ensure(spec)
    const { rentalId, number, generation } = instance
    expect(first).toMatchObject({ rentalId, number, generation, isRunning: true })
    expect(first.run).not.toBe('')
    expect(first.createdAt.getTime()).toBeGreaterThan(0)
    expect(await driver.ensure(spec)).toEqual(first)
    expect(await driver.observe(instance)).toEqual(first)
    expect(await driver.list(instance.hostName)).toEqual({ instances: [first], complete: true })
    await waitForGame(context, instance, spec.port)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R1 of many who ensure one name at once exactly one makes it': async (context) => {
    const { driver, fixture } = context
    const other = await context.another()
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    const all = await Promise.all([driver, other, driver, other].map((one) => one.ensure(spec)))
    expect(new Set(all.map(({ run }) => run)).size).toBe(1)
    await waitForGame(context, instance, spec.port)
    expect(await fixture.running(instance)).toBe(1)
    expect((await driver.list(instance.hostName)).instances).toHaveLength(1)
  },

  'R5 a portal that restarts finds the running instance and creates no second one': async (context) => {
    const { fixture } = context
    const instance = context.instance()
    const before = await context.another()
    const spec = await buildInstanceSpec(context, instance)
    const created = await before.ensure(spec)
    before.close()
    const after = await context.another()
    expect((await after.list(instance.hostName)).instances).toEqual([created])
    expect(await after.ensure(spec)).toEqual(created)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R2 a game that was killed is seen not to run, and is started under its name': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    const first = await driver.ensure(spec)
    await waitForGame(context, instance, spec.port)
    await fixture.kill(instance)
    expect(await waitUntilStopped(context, instance)).toEqual({ ...first, isRunning: false, run: '' })
    expect((await driver.list(instance.hostName)).instances).toMatchObject([{ isRunning: false }])
    const second = await driver.ensure(spec)
    expect(second).toEqual({ ...first, run: second.run })
    expect(second.run).not.toBe(first.run)
    await waitForGame(context, instance, spec.port)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R13 an op restarts once, however often it is called; another op restarts again': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    const first = await driver.ensure(spec)
    await waitForGame(context, instance, spec.port)
    const [op, next] = [crypto.randomUUID(), crypto.randomUUID()]
    const second = await driver.restart(instance, op)
    expect(second).toEqual({ ...first, run: second.run })
    expect([second.run !== first.run, second.isRunning]).toEqual([true, true])
    expect(await driver.restart(instance, op)).toEqual(second)
    expect(await (await context.another()).restart(instance, op)).toEqual(second)
    await waitForGame(context, instance, spec.port)
    const third = await driver.restart(instance, next)
    expect(third.run).not.toBe(second.run)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R13 one op asked by two at once is one restart': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const first = await driver.ensure(await buildInstanceSpec(context, instance))
    const other = await context.another()
    const op = crypto.randomUUID()
    const runs = await Promise.all([driver, other, driver].map((one) => one.restart(instance, op)))
    expect(new Set(runs.map(({ run }) => run)).size).toBe(1)
    expect(runs[0]?.run).not.toBe(first.run)
    expect(await fixture.running(instance)).toBe(1)
  },

  'G19 verifying stops the game until it is done; the same op verifies once': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    const first = await driver.ensure(spec)
    const op = crypto.randomUUID()
    await vi.waitFor(
      async () => {
        const state = await driver.verify(instance, op)
        expect(await driver.observe(instance)).toMatchObject({ isRunning: false, run: '' })
        expect(state).toBe('done')
      },
      { timeout: timeouts.answerMs, interval: 100 },
    )
    const again = await driver.ensure(spec)
    expect([again.isRunning, again.run !== first.run]).toEqual([true, true])
    expect(await driver.verify(instance, op)).toBe('done')
    expect(await driver.observe(instance)).toEqual(again)
    expect(await fixture.running(instance)).toBe(1)
  },

  'R5 closing a driver leaves everything running': async (context) => {
    const { fixture, driver } = context
    const instance = context.instance()
    const other = await context.another()
    const created = await other.ensure(await buildInstanceSpec(context, instance))
    other.close()
    expect(await driver.observe(instance)).toEqual(created)
    expect(await fixture.running(instance)).toBe(1)
  },
}
