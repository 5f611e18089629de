import { expect, vi } from 'vitest'
import { type ConfigFiles, InstanceNotFound, type InstanceRef, getInstanceName } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, timeouts, buildInstanceSpec } from './driver-fixture.ts'

/** Waits until the game of a port calls itself so. */
async function waitForGameName({ fixture }: DriverRuleContext, port: number, name: string): Promise<void> {
  await vi.waitFor(async () => expect(await fixture.nameAt(port)).toBe(name), {
    timeout: timeouts.answerMs,
    interval: 100,
  })
}

/** What an instance reads: its files, their secrets, what stays of them. */
export const configFileRules: DriverRules = {
  'R12 files are there before the game starts, for its own user only': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance, { rconPassword: 'firstPass1' })
    await driver.ensure(spec)
    await waitForGameName(context, spec.port, getInstanceName(instance))
    if (fixture.takesPassword) expect(await fixture.takesPassword(spec.port, 'firstPass1')).toBe(true)
    for (const [path, text] of Object.entries(spec.files))
      expect(await fixture.file(instance, path)).toEqual({ text, mode: 0o600 })
  },

  'R12 the configuration is the same after a restart and after a crash': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    await driver.ensure(spec)
    await waitForGameName(context, spec.port, getInstanceName(instance))
    const files = fixture.files('configured', 'secondPass2')
    await driver.configure(instance, { ...files, 'cfg/more/other.cfg': 'beside\n' })
    await expectFiles(context, instance, { ...files, 'cfg/more/other.cfg': 'beside\n' })
    await driver.restart(instance, crypto.randomUUID())
    await waitForGameName(context, spec.port, 'configured')
    if (fixture.takesPassword) expect(await fixture.takesPassword(spec.port, 'secondPass2')).toBe(true)
    await fixture.kill(instance)
    const last = fixture.files('ensured', 'thirdPass3')
    await vi.waitFor(
      async () => expect(await driver.observe(instance)).toMatchObject({ isRunning: false }),
      10_000,
    )
    await driver.ensure({ ...spec, files: last })
    await waitForGameName(context, spec.port, 'ensured')
  },

  'R12 ensuring what runs brings its files up to date for the next start': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    const first = await driver.ensure(spec)
    const files = fixture.files('newer', 'newerPass4')
    expect(await driver.ensure({ ...spec, files })).toEqual(first)
    await expectFiles(context, instance, files)
  },

  'R12 no command line, environment or label contains a secret': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance, { rconPassword: 'onlyInTheFile5' })
    await driver.ensure(spec)
    await waitForGameName(context, spec.port, getInstanceName(instance))
    const exposed = await fixture.exposed(instance)
    expect(exposed).toContain(getInstanceName(instance))
    expect(exposed).not.toContain('onlyInTheFile5')
  },

  'R12 a file outside the folder is refused': async (context) => {
    const { driver } = context
    const instance = context.instance()
    await driver.ensure(await buildInstanceSpec(context, instance))
    for (const path of ['../outside.cfg', '/tmp/outside.cfg', 'cfg/../../outside.cfg', ''])
      await expect(driver.configure(instance, { [path]: 'x' })).rejects.toThrow('outside')
  },

  'G21 retained data stays without an instance, until it is removed': async (context) => {
    const { driver, fixture } = context
    const instance = context.instance()
    const spec = await buildInstanceSpec(context, instance)
    await driver.ensure(spec)
    await driver.remove(instance, { graceMs: 2_000, keepData: true })
    expect(await driver.observe(instance)).toBeNull()
    expect((await driver.list(instance.hostName)).instances).toEqual([])
    expect(await fixture.running(instance)).toBe(0)
    await expectFiles(context, instance, spec.files)
    await expect(driver.restart(instance, crypto.randomUUID())).rejects.toThrow(InstanceNotFound)
    await driver.remove(instance, { graceMs: 2_000, keepData: true })
    await expectFiles(context, instance, spec.files)
    await driver.remove(instance, { graceMs: 2_000, keepData: false })
    expect(await fixture.leftovers(context.owner)).toEqual([])
  },
}

async function expectFiles({ fixture }: DriverRuleContext, instance: InstanceRef, files: ConfigFiles) {
  for (const [path, text] of Object.entries(files))
    expect(await fixture.file(instance, path)).toEqual({ text, mode: 0o600 })
}
