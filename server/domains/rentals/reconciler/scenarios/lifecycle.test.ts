import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runInScope } from '../../../../platform/observability/scope.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('G25 a paid rental is placed, started and ready, and its term begins then', async () => {
  fixture.machines.slowFor = 3
  const { id, expires_at, created_at } = await fixture.rental()
  await fixture.run()
  expect(await fixture.state(id)).toBe('creating')
  await fixture.pass(minute)
  const rental = await fixture.read(id)
  expect(rental).toMatchObject({ state: 'running', generation: 1, problem: '' })
  const late = (rental.ready_at?.getTime() ?? 0) - created_at.getTime()
  expect(late).toBeGreaterThan(0)
  expect(rental.expires_at.getTime()).toBe(expires_at.getTime() + late)
  expect(rental.due_at).toEqual(rental.expires_at)
  expect(fixture.live(id)).toEqual(['g1 on one'])
  expect(await fixture.lines(id)).toEqual(['placed', 'started', 'settings applied', 'ready'])
})

test('G25 what cannot be made within 30 minutes has failed, and nothing of it is left', async () => {
  for (const machine of fixture.machines.all) machine.most = 0
  const { id } = await fixture.rental()
  await fixture.pass(29 * minute)
  expect(await fixture.state(id)).toBe('creating')
  await fixture.pass(2 * minute)
  expect(await fixture.read(id)).toMatchObject({
    state: 'failed',
    problem: 'there is no room in ap-shanghai',
  })
  expect(await fixture.lines(id)).toEqual(['no room', 'failed'])
})

test('R2 a server that starts and never answers fails in bounded time and is removed', async () => {
  fixture.machines.slowFor = Infinity
  const { id } = await fixture.rental()
  await fixture.pass(31 * minute, { watchMs: 5 * minute })
  expect(await fixture.state(id)).toBe('failed')
  expect(fixture.machines.resources).toEqual([])
})

test('R2 a server that crashes is started again, each time later', async () => {
  const { id } = await fixture.running()
  const starts: number[] = []
  for (let crash = 0; crash < 5; crash += 1) {
    const [one] = fixture.machines.liveOf(id)
    const before = fixture.context.clock.now().getTime()
    if (one) fixture.machines.crash(one)
    await fixture.look()
    while (fixture.live(id).length === 0) await fixture.pass(100, { watch: false })
    starts.push(Math.round((fixture.context.clock.now().getTime() - before) / 1_000))
  }
  expect(starts).toEqual([0, 1, 2, 4, 8])
})

test('R2 a game that hangs is restarted after two minutes', async () => {
  const { id } = await fixture.running()
  const [one] = fixture.machines.liveOf(id)
  if (one) one.isHung = true
  await fixture.pass(minute)
  expect(one?.isHung).toBe(true)
  await fixture.pass(2 * minute)
  expect(one?.isHung).toBe(false)
  expect(await fixture.state(id)).toBe('running')
  expect(await fixture.lines(id)).toContain('restarted, was silent')
})

test('R2 a change that a silent game has not taken yet is still logged for its request', async () => {
  const { id } = await fixture.running()
  const [one] = fixture.machines.liveOf(id)
  if (one) one.isHung = true
  await runInScope({ requestId: 'request-1', span: undefined }, () => fixture.password(id, 'changed'))
  await fixture.pass(minute)
  expect(await fixture.read(id)).toMatchObject({ state: 'running', request_id: 'request-1' })
  if (one) one.isHung = false
  await fixture.pass(minute)
  expect(await fixture.read(id)).toMatchObject({ state: 'running', request_id: null })
})

test('R11 an expired rental is stopped with its data; renewed in time it is not stopped', async () => {
  const { id } = await fixture.running({ termMs: 4 * hour })
  await fixture.change(id, { expires_at: new Date(fixture.context.clock.now().getTime() + 5 * hour) })
  await fixture.pass(4 * hour + minute)
  expect(await fixture.state(id)).toBe('running')
  await fixture.pass(hour)
  expect(await fixture.state(id)).toBe('terminated')
  expect(fixture.live(id)).toEqual([])
  expect(fixture.machines.at('one').kept.size).toBe(1)
})

test('R11 a renewal while it is being stopped brings it back as the next generation', async () => {
  const { id } = await fixture.running({ termMs: 4 * hour })
  fixture.context.clock.advance(5 * hour)
  fixture.fleet.sideEffectTimeoutMs = 20_000
  fixture.driver.during('remove', async () => {
    expect(await fixture.state(id)).toBe('terminating')
    await fixture.change(id, { expires_at: new Date(fixture.context.clock.now().getTime() + hour) })
  })
  await fixture.run()
  expect(await fixture.read(id)).toMatchObject({ state: 'running', generation: 2 })
  expect(fixture.live(id)).toHaveLength(1)
})

test('G21 seven days later data, demos and the secret of reports go, and name and settings stay', async () => {
  const { id } = await fixture.running({ termMs: 4 * hour })
  const secrets = () =>
    fixture.context.database
      .selectFrom('event_secrets')
      .select('revoked_at')
      .where('rental_id', '=', id)
      .execute()
  await fixture.pass(5 * hour)
  await fixture.pass(6 * day, { watchMs: day })
  expect([fixture.deleted, fixture.machines.at('one').kept.size]).toEqual([[], 1])
  expect(await secrets()).toEqual([{ revoked_at: null }])
  await fixture.pass(2 * day, { watchMs: day })
  expect([fixture.deleted, fixture.machines.at('one').kept.size]).toEqual([[id], 0])
  expect(await secrets()).toEqual([])
  expect(await fixture.read(id)).toMatchObject({ state: 'terminated', name: 'Practice', due_at: null })
  await fixture.change(id, { expires_at: new Date(fixture.context.clock.now().getTime() + hour) })
  await fixture.run()
  expect(await fixture.read(id)).toMatchObject({ state: 'running', generation: 2, cleared_at: null })
  expect(await secrets()).toEqual([{ revoked_at: null }])
})

test('G21 under maintenance nothing is cleared', async () => {
  const { id } = await fixture.running({ termMs: 4 * hour })
  await fixture.change(id, { maintenance_since: fixture.context.clock.now() })
  await fixture.pass(9 * day, { watchMs: day })
  expect(fixture.deleted).toEqual([])
  await fixture.change(id, { maintenance_since: null })
  await fixture.run()
  expect(fixture.deleted).toEqual([id])
})

test('R4 a refunded rental is removed at once, with all its retained data', async () => {
  const { id } = await fixture.running()
  await fixture.change(id, { revoked_at: fixture.context.clock.now() })
  await fixture.run()
  expect(await fixture.read(id)).toMatchObject({ state: 'terminated', due_at: null })
  expect([fixture.machines.resources, fixture.deleted]).toEqual([[], [id]])
  expect(fixture.machines.at('one').kept.size).toBe(0)
})

test('R13 a restart that is asked for happens once, however often it is looked at', async () => {
  const { id } = await fixture.running()
  const [one] = fixture.machines.liveOf(id)
  const before = one?.run
  fixture.driver.fail('restart', 'lost')
  await fixture.restart(id)
  await fixture.run()
  expect(await fixture.state(id)).toBe('restarting')
  await fixture.pass(minute)
  expect(one?.restarts).toHaveLength(1)
  expect(one?.run).not.toBe(before)
  expect(await fixture.state(id)).toBe('running')
})

test('G24 verifying stops the server until it is done, and starts it', async () => {
  const { id } = await fixture.running()
  fixture.driver.verifyFor = 4
  await fixture.change(id, {
    verify_op: '0190b8d2-0000-7000-8000-000000000001',
    verify_at: fixture.context.clock.now(),
    state: 'verifying',
  })
  await fixture.run()
  await fixture.look()
  await fixture.run()
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['verifying', []])
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
  expect(fixture.driver.calls.filter((call) => call.startsWith('verify'))).toHaveLength(5)
})

test('G24 a failed verification starts the server and is recorded until one succeeds', async () => {
  const { id } = await fixture.running()
  const verify = () =>
    fixture.change(id, {
      verify_op: crypto.randomUUID(),
      verify_at: fixture.context.clock.now(),
      state: 'verifying',
    })
  fixture.driver.verifyFails = true
  await verify()
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
  expect(await fixture.lines(id)).toContain('verification failed')
  expect((await fixture.read(id)).verify_failed_at).toBeInstanceOf(Date)
  fixture.driver.verifyFails = false
  await verify()
  await fixture.pass(minute)
  expect((await fixture.read(id)).verify_failed_at).toBeNull()
})

test.runIf(isProving)(
  'G24 a verification that takes too long is given up, and the server started',
  async () => {
    const { id } = await fixture.running()
    fixture.driver.verifyFor = Infinity
    await fixture.change(id, {
      verify_op: '0190b8d2-0000-7000-8000-000000000001',
      verify_at: fixture.context.clock.now(),
    })
    await fixture.pass(14 * minute, { watchMs: 5 * minute })
    expect(await fixture.state(id)).toBe('verifying')
    await fixture.pass(2 * minute, { watchMs: minute })
    expect(await fixture.state(id)).toBe('running')
  },
)

test('R14 when the clock jumps back, no rental ends early and no instance starts twice', async () => {
  const { id } = await fixture.running({ termMs: 4 * hour })
  fixture.context.clock.set(new Date(fixture.context.clock.now().getTime() - hour))
  await fixture.change(id, {})
  await fixture.pass(2 * hour)
  expect(await fixture.state(id)).toBe('running')
  expect(fixture.driver.calls.filter((call) => call.startsWith('ensure'))).toHaveLength(1)
})
