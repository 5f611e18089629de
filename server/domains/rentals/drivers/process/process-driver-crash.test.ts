import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { startProgram } from '../../../../testing/program.ts'
import type { ConfigFiles, InstanceSpec } from '../driver.ts'
import type { ProcessDriver } from './process-driver.ts'
import type { DriverCheckpoint } from './process-host.ts'
import type { DriverTask } from './testing/driver.program.ts'
import { openProcessDriver } from './testing/open-process-driver.ts'
import { listGameProcesses, createProcessDriverFixture } from './testing/process-driver-fixture.ts'
import { buildGamesimFiles } from '../testing/simulated-game.ts'

const owner = `crash-${crypto.randomUUID()}`
const program = 'server/domains/rentals/drivers/process/testing/driver.program.ts'
const files: ConfigFiles = buildGamesimFiles('crashed', 'pass1')
let programs: Awaited<ReturnType<typeof createProcessDriverFixture>>
let driver: ProcessDriver
let spec: InstanceSpec

beforeAll(async () => {
  programs = await createProcessDriverFixture()
  driver = openProcessDriver(programs.config, owner)
})

afterEach(async () => {
  await driver.remove(spec, { graceMs: 0, keepData: false })
  const left = await programs.leftovers(owner)
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
})

afterAll(() => programs.remove())

async function place(): Promise<InstanceSpec> {
  const number = `sv-${crypto.randomUUID().slice(0, 6)}`
  const port = await programs.freePort()
  return {
    rentalId: crypto.randomUUID(),
    number,
    generation: 1,
    hostName: 'local',
    region: 'ap-shanghai',
    port,
    files,
  }
}

/** Runs tasks concurrently, each in its own process; returns what each printed, null for one that died. */
async function run(...errands: readonly Omit<DriverTask, 'owner' | 'wanted'>[]) {
  const { dataDir, gameCommand } = programs.config
  const environment = {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: dataDir,
    CLUTCH_GAME_COMMAND: JSON.stringify(gameCommand),
  }
  const children = errands.map(() => startProgram(program, environment))
  await Promise.all(children.map(({ ready }) => ready))
  return Promise.all(
    children.map(async ({ child, ended }, index) => {
      const replies = Promise.race([once(child, 'message'), ended.then(() => [null])])
      child.send({ owner, wanted: spec, ...errands[index] })
      const [message] = (await replies) as [{ done?: true; run?: string; failed?: string } | null]
      await ended
      return message
    }),
  )
}

const op = 'op-1'
const lived = { act: 'ensure', op, diesAt: null } as const

const ensured: readonly DriverCheckpoint[] = ['ended', 'made', 'files', 'begun', 'written', 'reported']
test.each(sampleCases(ensured, 6, 1))(
  'R1 R5 a portal that is killed at “%s” of ensure leaves nothing, or what the next one adopts',
  async (diesAt) => {
    spec = await place()
    expect(await run({ ...lived, diesAt })).toEqual([null])
    const adopted = diesAt === 'reported' ? await driver.observe(spec) : null
    if (!adopted) await expect.poll(() => listGameProcesses(spec)).toEqual([])
    const [first, second] = await Promise.all([driver.ensure(spec), driver.ensure(spec)])
    expect(first).toEqual(second)
    if (adopted) expect(first.run).toBe(adopted.run)
    await expect.poll(() => programs.nameAt(spec.port), { timeout: 20_000 }).toBe('crashed')
    expect(listGameProcesses(spec)).toHaveLength(1)
  },
  60_000,
)

test('R1 of two portals that ensure at once one creates the instance, even if another dies', async () => {
  spec = await place()
  const [one, other, dead] = await run(lived, lived, { ...lived, diesAt: 'written' })
  expect(one).toMatchObject({ done: true })
  expect(one).toEqual(other)
  expect([null, one]).toContainEqual(dead)
  expect(listGameProcesses(spec)).toHaveLength(1)
}, 60_000)

const restarted: readonly DriverCheckpoint[] = ['asked', 'ended', 'begun', 'written', 'reported']
test.each(sampleCases(restarted, 5))(
  'R13 a restart that is killed at “%s” is one restart when it is asked again',
  async (diesAt) => {
    spec = await place()
    const before = await driver.ensure(spec)
    expect(await run({ act: 'restart', op, diesAt })).toEqual([null])
    const between = await driver.observe(spec)
    const after = await driver.restart(spec, op)
    expect([after.isRunning, after.run === before.run]).toEqual([true, false])
    if (diesAt === 'reported') expect(after.run).toBe(between?.run)
    expect(await driver.restart(spec, op)).toEqual(after)
    expect(listGameProcesses(spec)).toHaveLength(1)
  },
  60_000,
)

const removed: readonly [DriverTask['act'], DriverCheckpoint][] = [
  ['remove', 'ended'],
  ['remove', 'removed'],
  ['keep', 'ended'],
  ['keep', 'kept'],
]
test.each(sampleCases(removed, 4, 1))(
  'R3 to %s an instance whose removal began, until “%s” ends it',
  async (act, diesAt) => {
    spec = await place()
    await driver.ensure(spec)
    expect(await run({ act, op, diesAt })).toEqual([null])
    await driver.remove(spec, { graceMs: 0, keepData: act === 'keep' })
    expect(await driver.observe(spec)).toBeNull()
    expect(listGameProcesses(spec)).toEqual([])
    expect(await programs.file(spec, 'cfg/server.cfg')).toEqual(
      act === 'keep' ? { text: files['cfg/server.cfg'], mode: 0o600 } : null,
    )
  },
  60_000,
)
