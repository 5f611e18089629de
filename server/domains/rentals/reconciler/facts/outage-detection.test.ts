import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getStatus } from '../../rental-status.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

const outage = async (id: string) => {
  const { outage_reason: reason, outage_at: at, outage_up_at: up } = await fixture.read(id)
  return { reason, isDown: at !== null && up === null, at }
}
const liveOf = (id: string) => {
  const [one] = fixture.machines.liveOf(id)
  if (!one) throw new Error('nothing runs')
  return one
}

test('G5 a game that ends again and again is one outage, from its first end on', async () => {
  const { id } = await fixture.running()
  const startedAt = fixture.context.clock.now()
  for (let crash = 0; crash < 4; crash += 1) {
    fixture.machines.crash(liveOf(id))
    await fixture.look()
    while (fixture.live(id).length === 0) await fixture.pass(1_000, { watch: false })
    await fixture.pass(1_000, { watch: false })
  }
  expect(await outage(id)).toEqual({ reason: 'crashed', isDown: false, at: startedAt })
  fixture.machines.slowFor = Infinity
  fixture.machines.crash(liveOf(id))
  await fixture.look()
  await fixture.run()
  expect(await outage(id)).toEqual({ reason: 'crashed', isDown: true, at: startedAt })
})

test('G5 a game that hangs is not shown as running, and why', async () => {
  const { id } = await fixture.running()
  liveOf(id).isHung = true
  await fixture.pass(50_000)
  expect(await outage(id)).toMatchObject({ reason: 'silent', isDown: true })
  expect(getStatus(await fixture.read(id))).toBe('UNRESPONSIVE')
  await fixture.pass(3 * minute)
  expect(await outage(id)).toMatchObject({ isDown: false })
  expect(getStatus(await fixture.read(id))).toBe('RUNNING')
})

test('R7 a host that is silent is an outage from its first silence on, until the server runs elsewhere', async () => {
  const { id } = await fixture.running()
  await fixture.pass(minute)
  for (const machine of fixture.machines.all) machine.isSilent = machine.name === liveOf(id).hostName
  await fixture.look()
  const startedAt = fixture.context.clock.now()
  const { address } = await fixture.read(id)
  await fixture.pass(10 * minute)
  expect(fixture.live(id)).toContain('g2 on two')
  const rental = await fixture.read(id)
  expect(rental).toMatchObject({ outage_reason: 'unreachable', outage_at: startedAt })
  expect(rental.outage_up_at).not.toBeNull()
  expect([address, rental.address]).toEqual(['203.0.113.1:27200', '203.0.113.2:27200'])
  expect(rental.address_changed_at).toEqual(rental.outage_up_at)
})

test('G8 a requested restart is no outage, unless the game stays down', async () => {
  const { id } = await fixture.running()
  await fixture.restart(id)
  fixture.machines.slowFor = Infinity
  await fixture.pass(4 * minute, { watchMs: minute })
  expect(await outage(id)).toMatchObject({ isDown: false, at: null })
  const asked = (await fixture.read(id)).restart_at
  await fixture.pass(2 * minute, { watchMs: minute })
  const { at, ...down } = await outage(id)
  expect(down).toEqual({ reason: 'starting', isDown: true })
  expect(at?.getTime()).toBeGreaterThanOrEqual((asked?.getTime() ?? 0) + 5 * minute)
})

test('G14 a change is confirmed once the running game took it, not before', async () => {
  const { id, confirmed_rev: first } = await fixture.running()
  expect(first).toBe(1)
  liveOf(id).isHung = true
  await fixture.password(id, 'word5678')
  await fixture.pass(minute)
  expect(await fixture.read(id)).toMatchObject({ rev: 2, confirmed_rev: 1 })
  await fixture.pass(3 * minute)
  expect(await fixture.read(id)).toMatchObject({ rev: 2, confirmed_rev: 2 })
  expect(liveOf(id).config).toMatchObject({ password: 'word5678' })
})

test('G14 a change during a move is confirmed by the server that players are on', async () => {
  const { id } = await fixture.running()
  await fixture.switchTo(id, 'ap-tokyo')
  await fixture.password(id, 'word5678')
  await fixture.pass(minute)
  expect(await fixture.read(id)).toMatchObject({ generation: 2, rev: 2, confirmed_rev: 2 })
})
