import { expect, test } from 'vitest'
import { type FleetDriver, HostFull, HostUnreachable, PortInUse } from '../driver.ts'
import {
  openDriverFor,
  testInstanceName,
  testInstance,
  openScriptedEngine,
  testInstanceSpec,
} from './testing/scripted-driver-fixture.ts'
import type { ScriptedEngine } from './testing/scripted-engine.ts'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'

const verifier = `${testInstanceName}-verify`

interface Action {
  title: string
  verifyCommand?: string[]
  isMadeBefore: boolean
  act(driver: FleetDriver, engine: ScriptedEngine): Promise<unknown>
  /** Checks the final state, whatever failed before. */
  check(engine: ScriptedEngine, driver: FleetDriver): Promise<void> | void
}

/** Where verifying is done, so that what follows is `ensure`. */
const verified = new WeakSet<ScriptedEngine>()

const actions: Action[] = [
  {
    title: 'R1 made',
    isMadeBefore: false,
    act: (driver) => driver.ensure(testInstanceSpec),
    check: (engine) => expect([engine.containers.size, engine.starts]).toEqual([1, 1]),
  },
  {
    title: 'R13 restarted',
    isMadeBefore: true,
    act: (driver) => driver.restart(testInstance, 'op'),
    check: (engine) => expect([engine.containers.size, engine.starts]).toEqual([1, 2]),
  },
  {
    title: 'G21 removed',
    isMadeBefore: true,
    act: (driver) => driver.remove(testInstance, { graceMs: 0, keepData: false }),
    check: (engine) => expect([engine.containers.size, engine.volumes.size]).toEqual([0, 0]),
  },
  {
    title: 'R12 configured',
    isMadeBefore: true,
    act: (driver) => driver.configure(testInstance, { 'cfg/new.cfg': 'new' }),
    check: (engine) =>
      expect([...engine.volumes.values()].map((files) => files.get('cfg/new.cfg'))).toEqual(['new']),
  },
  {
    title: 'G19 created again from its image',
    isMadeBefore: true,
    act: async (driver, engine) => {
      if (!verified.has(engine)) expect(await driver.verify(testInstance, 'op')).toBe('done')
      verified.add(engine)
      await driver.ensure(testInstanceSpec)
    },
    check: (engine) => {
      expect(engine.madeUnder(testInstanceName)).toBe(2)
      expect([engine.containers.size, engine.volumes.size, engine.starts]).toEqual([1, 1, 2])
      expect(engine.find(testInstanceName)?.startedAt).not.toBeNull()
    },
  },
  {
    title: 'G19 verified by a command',
    verifyCommand: ['/cs2/verify', '{folder}'],
    isMadeBefore: true,
    act: async (driver, engine) => {
      while ((await driver.verify(testInstance, 'op')) === 'running') {
        expect(engine.find(testInstanceName)?.startedAt).toBeNull()
        expect(engine.find(verifier)?.spec).toMatchObject({ Entrypoint: ['/cs2/verify'], Cmd: ['/clutch'] })
        engine.end(verifier)
      }
      await driver.ensure(testInstanceSpec)
    },
    // The game, the command, the game.
    check: (engine) =>
      expect([engine.containers.size, engine.volumes.size, engine.starts]).toEqual([1, 1, 3]),
  },
]

test.each(sampleCases(actions, 2))(
  '$title: once, whichever call of the engine was lost on the way',
  async (action) => {
    const { length } = await callsOf(action)
    expect(length).toBeGreaterThan(1)
    const faults = (['before', 'after'] as const).flatMap((when) =>
      (['hang', { status: 500, body: '{"message":"something"}' }] as const).flatMap((how) =>
        Array.from({ length }, (_, broken) => ({ when, how, broken })),
      ),
    )
    for (const { when, how, broken } of sampleCases(faults, 3)) {
      const { engine, driver, from } = await begin(action)
      engine.fault = (_what, number) => (number === from + broken ? { when, how } : undefined)
      const failed = await action.act(driver, engine).then(
        () => null,
        (error: unknown) => error,
      )
      if (failed) expect(failed).toBeInstanceOf(HostUnreachable)
      await action.act(driver, engine)
      await action.act(driver, engine)
      await action.check(engine, driver)
      engine.close()
    }
  },
)

async function begin({ isMadeBefore, verifyCommand }: Action) {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine], { ...(verifyCommand && { verifyCommand }) })
  if (isMadeBefore) await driver.ensure(testInstanceSpec)
  return { engine, driver, from: engine.calls.length }
}

/** The calls an action makes where nothing breaks. */
async function callsOf(action: Action): Promise<string[]> {
  const { engine, driver, from } = await begin(action)
  await action.act(driver, engine)
  await action.check(engine, driver)
  return engine.calls.slice(from)
}

test.each(['docker', 'podman'] as const)(
  'R1 a container whose name %s reserved before it can be inspected is adopted, not reported as unreachable',
  async (dialect) => {
    const engine = await openScriptedEngine(dialect)
    const driver = await openDriverFor([engine])
    const other = await openDriverFor([engine])
    const first = await other.ensure(testInstanceSpec)
    engine.hiddenInspections = 3
    expect(await driver.ensure(testInstanceSpec)).toEqual(first)
    expect([engine.containers.size, engine.starts, engine.hiddenInspections]).toEqual([1, 1, 0])
  },
)

test('R13 a restart that stopped half-way is finished by the same op', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  const first = await driver.ensure(testInstanceSpec)
  engine.fault = (what) => {
    if (what !== 'restart') return undefined
    engine.end(testInstanceName)
    return { when: 'before', how: 'hang' }
  }
  expect(await driver.restart(testInstance, 'op')).toMatchObject({ isRunning: false, run: '' })
  engine.fault = () => undefined
  const second = await driver.restart(testInstance, 'op')
  expect([second.isRunning, second.run !== first.run, engine.starts]).toEqual([true, true, 2])
})

test('R1 an engine that says that it could not start what runs is not believed', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  const body = JSON.stringify({ message: 'bind: address already in use' })
  engine.fault = (what) => (what === 'start' ? { when: 'after', how: { status: 500, body } } : undefined)
  expect(await driver.ensure(testInstanceSpec)).toMatchObject({ isRunning: true })
  expect(engine.containers.size).toBe(1)
})

const portTaken = { status: 500, body: '{"message":"driver failed: port is already allocated"}' }

test('R1 an instance that is new leaves nothing behind where its port is in use', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  engine.fault = (what) => (what === 'start' ? { when: 'before', how: portTaken } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(PortInUse)
  expect([engine.containers.size, engine.networks.size, engine.volumes.size]).toEqual([0, 0, 0])
})

test('R2 an instance whose game ended keeps its data where another program has its port, or its disk is full', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  await driver.configure(testInstance, { 'MatchZy/match.dem': 'demo' })
  engine.end(testInstanceName)
  engine.fault = (what) => (what === 'start' ? { when: 'before', how: portTaken } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(PortInUse)
  const noSpace = { status: 500, body: '{"message":"write: no space left on device"}' }
  engine.fault = (what) => (what === 'put' ? { when: 'before', how: noSpace } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(HostFull)
  expect([engine.containers.size, engine.networks.size]).toEqual([1, 1])
  engine.fault = () => undefined
  expect(await driver.ensure(testInstanceSpec)).toMatchObject({ isRunning: true })
  expect(await driver.readFile(testInstance, 'MatchZy/match.dem', 10)).toBe('demo')
})

test('G19 data survives an instance that could not be created again after a verification', async () => {
  const engine = await openScriptedEngine()
  const driver = await openDriverFor([engine])
  await driver.ensure(testInstanceSpec)
  await driver.configure(testInstance, { 'MatchZy/match.dem': 'demo' })
  expect(await driver.verify(testInstance, 'op')).toBe('done')
  const noImage = { status: 404, body: '{"message":"No such image: cs2:1"}' }
  engine.fault = (what) => (what === 'create' ? { when: 'before', how: noImage } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(HostFull)
  engine.fault = (what) => (what === 'start' ? { when: 'before', how: portTaken } : undefined)
  await expect(driver.ensure(testInstanceSpec)).rejects.toThrow(PortInUse)
  engine.fault = () => undefined
  await driver.ensure(testInstanceSpec)
  expect(await driver.readFile(testInstance, 'MatchZy/match.dem', 10)).toBe('demo')
})
