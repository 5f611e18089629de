import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

vi.setConfig({ testTimeout: 60_000 })

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open()
})
afterEach(() => stage.close())

test('G25 a paid rental is placed, started and ready, and its term begins then', async () => {
  stage.machines.slowFor = 3
  const { id, expires_at, created_at } = await stage.rental()
  await stage.run()
  expect(await stage.state(id)).toBe('creating')
  await stage.pass(minute)
  const rental = await stage.read(id)
  expect(rental).toMatchObject({ state: 'running', generation: 1, problem: '' })
  const late = (rental.ready_at?.getTime() ?? 0) - created_at.getTime()
  expect(late).toBeGreaterThan(0)
  expect(rental.expires_at.getTime()).toBe(expires_at.getTime() + late)
  expect(rental.due_at).toEqual(rental.expires_at)
  expect(stage.live(id)).toEqual(['g1 on one'])
  expect(await stage.lines(id)).toEqual(['placed', 'started', 'told', 'ready'])
})

test('G25 what cannot be made within 30 minutes has failed, and nothing of it is left', async () => {
  for (const machine of stage.machines.all) machine.most = 0
  const { id } = await stage.rental()
  await stage.pass(29 * minute)
  expect(await stage.state(id)).toBe('creating')
  await stage.pass(2 * minute)
  expect(await stage.read(id)).toMatchObject({ state: 'failed', problem: 'there is no room in ap-shanghai' })
  expect(await stage.lines(id)).toEqual(['no room', 'failed'])
})

test('R2 a server that starts and never answers fails in bounded time and is removed', async () => {
  stage.machines.slowFor = Infinity
  const { id } = await stage.rental()
  await stage.pass(31 * minute, { watchMs: 5 * minute })
  expect(await stage.state(id)).toBe('failed')
  expect(stage.machines.resources).toEqual([])
})

test('R2 a server that crashes is started again, each time later', async () => {
  const { id } = await stage.running()
  const starts: number[] = []
  for (let crash = 0; crash < 5; crash += 1) {
    const [one] = stage.machines.liveOf(id)
    const before = stage.context.clock.now().getTime()
    if (one) stage.machines.crash(one)
    await stage.look()
    while (stage.live(id).length === 0) await stage.pass(100, { watch: false })
    starts.push(Math.round((stage.context.clock.now().getTime() - before) / 1_000))
  }
  expect(starts).toEqual([0, 1, 2, 4, 8])
})

test('R2 a game that hangs is restarted after two minutes', async () => {
  const { id } = await stage.running()
  const [one] = stage.machines.liveOf(id)
  if (one) one.isHung = true
  await stage.pass(minute)
  expect(one?.isHung).toBe(true)
  await stage.pass(2 * minute)
  expect(one?.isHung).toBe(false)
  expect(await stage.state(id)).toBe('running')
  expect(await stage.lines(id)).toContain('restarted, was silent')
})

test('R11 an expired rental is stopped with its data; renewed in time it is not stopped', async () => {
  const { id } = await stage.running({ termMs: 4 * hour })
  await stage.change(id, { expires_at: new Date(stage.context.clock.now().getTime() + 5 * hour) })
  await stage.pass(4 * hour + minute)
  expect(await stage.state(id)).toBe('running')
  await stage.pass(hour)
  expect(await stage.state(id)).toBe('terminated')
  expect(stage.live(id)).toEqual([])
  expect(stage.machines.at('one').kept.size).toBe(1)
})

test('R11 a renewal while it is being stopped brings it back as the next generation', async () => {
  const { id } = await stage.running({ termMs: 4 * hour })
  stage.context.clock.advance(5 * hour)
  stage.fleet.sideEffectTimeoutMs = 20_000
  stage.driver.during('remove', async () => {
    expect(await stage.state(id)).toBe('terminating')
    await stage.change(id, { expires_at: new Date(stage.context.clock.now().getTime() + hour) })
  })
  await stage.run()
  expect(await stage.read(id)).toMatchObject({ state: 'running', generation: 2 })
  expect(stage.live(id)).toHaveLength(1)
})

test('G21 seven days later data and demos go, and name and settings stay', async () => {
  const { id } = await stage.running({ termMs: 4 * hour })
  await stage.pass(5 * hour)
  await stage.pass(6 * day, { watchMs: day })
  expect([stage.deleted, stage.machines.at('one').kept.size]).toEqual([[], 1])
  await stage.pass(2 * day, { watchMs: day })
  expect([stage.deleted, stage.machines.at('one').kept.size]).toEqual([[id], 0])
  expect(await stage.read(id)).toMatchObject({ state: 'terminated', name: 'Practice', due_at: null })
  await stage.change(id, { expires_at: new Date(stage.context.clock.now().getTime() + hour) })
  await stage.run()
  expect(await stage.read(id)).toMatchObject({ state: 'running', generation: 2, cleared_at: null })
})

test('G21 under maintenance nothing is cleared', async () => {
  const { id } = await stage.running({ termMs: 4 * hour })
  await stage.change(id, { maintenance_since: stage.context.clock.now() })
  await stage.pass(9 * day, { watchMs: day })
  expect(stage.deleted).toEqual([])
  await stage.change(id, { maintenance_since: null })
  await stage.run()
  expect(stage.deleted).toEqual([id])
})

test('R4 a refunded rental is removed at once, with all its retained data', async () => {
  const { id } = await stage.running()
  await stage.change(id, { revoked_at: stage.context.clock.now() })
  await stage.run()
  expect(await stage.read(id)).toMatchObject({ state: 'terminated', due_at: null })
  expect([stage.machines.resources, stage.deleted]).toEqual([[], [id]])
  expect(stage.machines.at('one').kept.size).toBe(0)
})

test('R13 a restart that is asked for happens once, however often it is looked at', async () => {
  const { id } = await stage.running()
  const [one] = stage.machines.liveOf(id)
  const before = one?.run
  stage.driver.fail('restart', 'lost')
  await stage.restart(id)
  await stage.run()
  expect(await stage.state(id)).toBe('restarting')
  await stage.pass(minute)
  expect(one?.restarts).toHaveLength(1)
  expect(one?.run).not.toBe(before)
  expect(await stage.state(id)).toBe('running')
})

test('G24 verifying stops the server until it is done, and starts it', async () => {
  const { id } = await stage.running()
  stage.driver.verifyFor = 4
  await stage.change(id, {
    verify_op: '0190b8d2-0000-7000-8000-000000000001',
    verify_at: stage.context.clock.now(),
    state: 'verifying',
  })
  await stage.run()
  await stage.look()
  await stage.run()
  expect([await stage.state(id), stage.live(id)]).toEqual(['verifying', []])
  await stage.pass(minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one']])
  expect(stage.driver.calls.filter((call) => call.startsWith('verify'))).toHaveLength(5)
})

test('G24 a verification that takes too long is given up, and the server started', async () => {
  const { id } = await stage.running()
  stage.driver.verifyFor = Infinity
  await stage.change(id, {
    verify_op: '0190b8d2-0000-7000-8000-000000000001',
    verify_at: stage.context.clock.now(),
  })
  await stage.pass(14 * minute, { watchMs: 5 * minute })
  expect(await stage.state(id)).toBe('verifying')
  await stage.pass(2 * minute, { watchMs: minute })
  expect(await stage.state(id)).toBe('running')
})

test('R14 a clock that jumps back ends nothing early and starts nothing twice', async () => {
  const { id } = await stage.running({ termMs: 4 * hour })
  stage.context.clock.set(new Date(stage.context.clock.now().getTime() - hour))
  await stage.change(id, {})
  await stage.pass(2 * hour)
  expect(await stage.state(id)).toBe('running')
  expect(stage.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(1)
})
