import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open([
    { name: 'one', regions: ['ap-shanghai'] },
    { name: 'two', regions: ['ap-tokyo'] },
  ])
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('R9 a move makes the new one ready first, and the old one serves until then', async () => {
  const { id } = await fixture.running()
  fixture.machines.slowFor = 5
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.run()
  expect(fixture.live(id)).toEqual(['g1 on one', 'g2 on two'])
  expect(await fixture.read(id)).toMatchObject({ state: 'switching', region: 'ap-shanghai', generation: 1 })
  await fixture.pass(minute)
  expect(await fixture.read(id)).toMatchObject({ state: 'running', region: 'ap-tokyo', generation: 2 })
  expect(fixture.live(id)).toEqual(['g2 on two'])
  expect(await fixture.switchState(switchId)).toMatchObject({ state: 'done' })
  expect([fixture.deleted, fixture.machines.at('one').kept.size]).toEqual([[id], 0])
})

test('G18 a move by the operator keeps the demos', async () => {
  const { id } = await fixture.running()
  await fixture.switchTo(id, 'ap-tokyo', false)
  await fixture.run()
  expect([await fixture.state(id), fixture.live(id), fixture.deleted]).toEqual(['running', ['g2 on two'], []])
})

test('R9 where there is no room the old one stays, with its files', async () => {
  const { id } = await fixture.running()
  fixture.machines.at('two').most = 0
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.run()
  expect(await fixture.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'there is no room' })
  expect([await fixture.state(id), fixture.live(id), fixture.deleted]).toEqual(['running', ['g1 on one'], []])
})

test('R9 a new instance that is not ready after ten minutes is given up and removed', async () => {
  const { id } = await fixture.running()
  fixture.machines.slowFor = Infinity
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(11 * minute)
  expect(await fixture.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'it took too long' })
  expect([await fixture.state(id), fixture.live(id), fixture.deleted]).toEqual(['running', ['g1 on one'], []])
})

test('R9 the end of a rental is the end of its move', async () => {
  const { id } = await fixture.running({ termMs: hour })
  fixture.machines.slowFor = Infinity
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.run()
  await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.run()
  expect(await fixture.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'the rental is over' })
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})

test('R9 R10 a port that is taken in the target costs another try, not the move', async () => {
  const { id } = await fixture.running()
  fixture.machines.at('two').taken.add(27_200)
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(minute)
  expect(await fixture.switchState(switchId)).toMatchObject({ state: 'done', generation: 3 })
  expect(fixture.live(id)).toEqual(['g3 on two'])
})

test('G18 a move within a region goes to another machine', async () => {
  await fixture.close()
  fixture = await ReconcilerFixture.open()
  const { id } = await fixture.running()
  await fixture.switchTo(id, 'ap-shanghai', false)
  await fixture.run()
  expect(fixture.live(id)).toEqual(['g2 on two'])
})

test('R9 a new server keeps the changes made while it was created', async () => {
  const { id } = await fixture.running()
  await fixture.switchTo(id, 'ap-tokyo')
  fixture.fleet.sideEffectTimeoutMs = 20_000
  fixture.driver.during('ensure', () => fixture.password(id, 'changed1'))
  await fixture.run()
  expect(fixture.machines.liveOf(id)[0]?.config?.password).toBe('changed1')
})

test('R9 demos from before a move go even where the old machine is lost', async () => {
  const { id } = await fixture.running()
  await fixture.switchTo(id, 'ap-tokyo')
  fixture.machines.at('one').isSilent = true
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.deleted]).toEqual(['running', [id]])
  fixture.machines.at('one').isSilent = false
  await fixture.pass(minute)
  expect(fixture.live(id)).toEqual(['g2 on two'])
})
