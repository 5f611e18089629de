import { expect, vi } from 'vitest'
import { type ConfigFiles, InstanceNotFound, type InstanceRef, getInstanceName } from '../driver.ts'
import { type DriverRuleContext, type DriverRules, timeouts, buildInstanceSpec } from './driver-fixture.ts'

/** Waits until the game of a port calls itself so. */
async function waitForGameName({ subject }: DriverRuleContext, port: number, name: string): Promise<void> {
  await vi.waitFor(async () => expect(await subject.nameAt(port)).toBe(name), {
    timeout: timeouts.answerMs,
    interval: 100,
  })
}

/** What an instance reads: its files, their secrets, what stays of them. */
export const configFileRules: DriverRules = {
  'R12 files are there before the game starts, for its own user only': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place, { rconPassword: 'firstPass1' })
    await driver.ensure(wanted)
    await waitForGameName(bench, wanted.port, getInstanceName(place))
    if (subject.takesPassword) expect(await subject.takesPassword(wanted.port, 'firstPass1')).toBe(true)
    for (const [path, text] of Object.entries(wanted.files))
      expect(await subject.file(place, path)).toEqual({ text, mode: 0o600 })
  },

  'R12 the configuration is the same after a restart and after a crash': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    await driver.ensure(wanted)
    await waitForGameName(bench, wanted.port, getInstanceName(place))
    const files = subject.files('configured', 'secondPass2')
    await driver.configure(place, { ...files, 'cfg/more/other.cfg': 'beside\n' })
    await expectFiles(bench, place, { ...files, 'cfg/more/other.cfg': 'beside\n' })
    await driver.restart(place, crypto.randomUUID())
    await waitForGameName(bench, wanted.port, 'configured')
    if (subject.takesPassword) expect(await subject.takesPassword(wanted.port, 'secondPass2')).toBe(true)
    await subject.kill(place)
    const last = subject.files('ensured', 'thirdPass3')
    await vi.waitFor(
      async () => expect(await driver.observe(place)).toMatchObject({ isRunning: false }),
      10_000,
    )
    await driver.ensure({ ...wanted, files: last })
    await waitForGameName(bench, wanted.port, 'ensured')
  },

  'R12 ensuring what runs brings its files up to date for the next start': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    const first = await driver.ensure(wanted)
    const files = subject.files('newer', 'newerPass4')
    expect(await driver.ensure({ ...wanted, files })).toEqual(first)
    await expectFiles(bench, place, files)
  },

  'R12 no command line, environment or label contains a secret': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place, { rconPassword: 'onlyInTheFile5' })
    await driver.ensure(wanted)
    await waitForGameName(bench, wanted.port, getInstanceName(place))
    const exposed = await subject.exposed(place)
    expect(exposed).toContain(getInstanceName(place))
    expect(exposed).not.toContain('onlyInTheFile5')
  },

  'R12 a file outside the folder is refused': async (bench) => {
    const { driver } = bench
    const place = bench.place()
    await driver.ensure(await buildInstanceSpec(bench, place))
    for (const path of ['../outside.cfg', '/tmp/outside.cfg', 'cfg/../../outside.cfg', ''])
      await expect(driver.configure(place, { [path]: 'x' })).rejects.toThrow('outside')
  },

  'G21 retained data stays without an instance, until it is removed': async (bench) => {
    const { driver, subject } = bench
    const place = bench.place()
    const wanted = await buildInstanceSpec(bench, place)
    await driver.ensure(wanted)
    await driver.remove(place, { graceMs: 2_000, keepData: true })
    expect(await driver.observe(place)).toBeNull()
    expect((await driver.list(place.hostName)).seen).toEqual([])
    expect(await subject.running(place)).toBe(0)
    await expectFiles(bench, place, wanted.files)
    await expect(driver.restart(place, crypto.randomUUID())).rejects.toThrow(InstanceNotFound)
    await driver.remove(place, { graceMs: 2_000, keepData: true })
    await expectFiles(bench, place, wanted.files)
    await driver.remove(place, { graceMs: 2_000, keepData: false })
    expect(await subject.leftovers(bench.owner)).toEqual([])
  },
}

async function expectFiles({ subject }: DriverRuleContext, place: InstanceRef, files: ConfigFiles) {
  for (const [path, text] of Object.entries(files))
    expect(await subject.file(place, path)).toEqual({ text, mode: 0o600 })
}
