import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open([
    { name: 'one', regions: ['ap-shanghai'] },
    { name: 'two', regions: ['ap-tokyo'] },
  ])
})
afterEach(() => stage.close())

test('R9 a move makes the new one ready first, and the old one serves until then', async () => {
  const { id } = await stage.running()
  stage.machines.slowFor = 5
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.run()
  expect(stage.live(id)).toEqual(['g1 on one', 'g2 on two'])
  expect(await stage.read(id)).toMatchObject({ state: 'switching', region: 'ap-shanghai', generation: 1 })
  await stage.pass(minute)
  expect(await stage.read(id)).toMatchObject({ state: 'running', region: 'ap-tokyo', generation: 2 })
  expect(stage.live(id)).toEqual(['g2 on two'])
  expect(await stage.switchState(switchId)).toMatchObject({ state: 'done' })
  expect([stage.deleted, stage.machines.at('one').kept.size]).toEqual([[id], 0])
})

test('G18 a move by the operator keeps the demos', async () => {
  const { id } = await stage.running()
  await stage.switchTo(id, 'ap-tokyo', false)
  await stage.run()
  expect([await stage.state(id), stage.live(id), stage.deleted]).toEqual(['running', ['g2 on two'], []])
})

test('R9 where there is no room the old one stays, with its files', async () => {
  const { id } = await stage.running()
  stage.machines.at('two').most = 0
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.run()
  expect(await stage.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'there is no room' })
  expect([await stage.state(id), stage.live(id), stage.deleted]).toEqual(['running', ['g1 on one'], []])
})

test('R9 a new instance that is not ready after ten minutes is given up and removed', async () => {
  const { id } = await stage.running()
  stage.machines.slowFor = Infinity
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.pass(11 * minute)
  expect(await stage.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'it took too long' })
  expect([await stage.state(id), stage.live(id), stage.deleted]).toEqual(['running', ['g1 on one'], []])
})

test('R9 the end of a rental is the end of its move', async () => {
  const { id } = await stage.running({ termMs: hour })
  stage.machines.slowFor = Infinity
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.run()
  await stage.change(id, { expires_at: stage.context.clock.now() })
  await stage.run()
  expect(await stage.switchState(switchId)).toMatchObject({ state: 'failed', reason: 'the rental is over' })
  expect([await stage.state(id), stage.machines.resources]).toEqual(['terminated', []])
})

test('R9 R10 a port that is taken in the target costs another try, not the move', async () => {
  const { id } = await stage.running()
  stage.machines.at('two').taken.add(27_200)
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.pass(minute)
  expect(await stage.switchState(switchId)).toMatchObject({ state: 'done', generation: 3 })
  expect(stage.live(id)).toEqual(['g3 on two'])
})

test('G18 a move within a region goes to another machine', async () => {
  await stage.close()
  stage = await ReconcilerFixture.open()
  const { id } = await stage.running()
  await stage.switchTo(id, 'ap-shanghai', false)
  await stage.run()
  expect(stage.live(id)).toEqual(['g2 on two'])
})

test('R9 a new server keeps the changes made while it was created', async () => {
  const { id } = await stage.running()
  await stage.switchTo(id, 'ap-tokyo')
  stage.fleet.sideEffectTimeoutMs = 20_000
  stage.driver.during('ensure', () => stage.password(id, 'changed1'))
  await stage.run()
  expect(stage.machines.liveOf(id)[0]?.config?.password).toBe('changed1')
})

test('R9 demos from before a move go even where the old machine is lost', async () => {
  const { id } = await stage.running()
  await stage.switchTo(id, 'ap-tokyo')
  stage.machines.at('one').isSilent = true
  await stage.pass(minute)
  expect([await stage.state(id), stage.deleted]).toEqual(['running', [id]])
  stage.machines.at('one').isSilent = false
  await stage.pass(minute)
  expect(stage.live(id)).toEqual(['g2 on two'])
})
