import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open()
})
afterEach(() => stage.close())

test('R7 a machine that is silent for a moment changes nothing', async () => {
  const { id } = await stage.running()
  stage.machines.at('one').isSilent = true
  await stage.pass(4 * minute)
  stage.machines.at('one').isSilent = false
  await stage.pass(10 * minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R7 a silence that was not observed does not count', async () => {
  const { id } = await stage.running()
  for (let look = 0; look < 3; look += 1) {
    stage.driver.fail('observe', 'silent')
    await stage.change(id, {})
    await stage.run()
    stage.context.clock.advance(6 * minute)
  }
  await stage.pass(minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R7 an instance on a lost host is replaced elsewhere by the next generation; if it comes back it is removed, its data retained', async () => {
  const { id } = await stage.running()
  stage.machines.at('one').isSilent = true
  await stage.pass(6 * minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one', 'g2 on two']])
  expect(await stage.lines(id)).toContain('lost')
  await stage.pass(hour)
  stage.machines.at('one').isSilent = false
  await stage.pass(minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g2 on two']])
  expect(stage.machines.at('one').kept.size).toBe(1)
})

test('R7 with no other machine it is lost, and running again when its machine is back', async () => {
  stage.machines.at('two').most = 0
  const { id } = await stage.running()
  stage.machines.at('one').isSilent = true
  await stage.pass(10 * minute)
  expect(await stage.state(id)).toBe('lost')
  stage.machines.at('one').isSilent = false
  await stage.pass(minute)
  expect([await stage.state(id), stage.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R7 an expired rental on a lost machine ends when that is back', async () => {
  const { id } = await stage.running({ termMs: minute })
  stage.machines.at('one').isSilent = true
  stage.machines.at('two').most = 0
  await stage.pass(20 * minute)
  expect(await stage.state(id)).toBe('terminating')
  stage.machines.at('one').isSilent = false
  await stage.pass(minute)
  expect([await stage.state(id), stage.machines.resources]).toEqual(['terminated', []])
})

test('R4 an orphan is removed after two minutes; other programs are not touched', async () => {
  const { id, number } = await stage.running()
  const orphan = { number: 'sv-stray1', generation: 1, hostName: 'two', rentalId: crypto.randomUUID() }
  const older = { number, generation: 7, hostName: 'two', rentalId: id }
  for (const [index, instance] of [orphan, older].entries()) {
    const created = stage.machines.ensure({ ...instance, region: '', port: 27_300 + index, files: {} })
    created.isRunning = false
  }
  stage.machines.wrongs.length = 0
  await stage.look()
  expect(stage.machines.resources).toHaveLength(3)
  await stage.pass(4 * minute)
  expect(stage.machines.resources.map(({ generation }) => generation)).toEqual([1])
})

test('R6 by a list that is incomplete or fails nothing is removed, of many at once none', async () => {
  const { id } = await stage.running()
  const make = (number: string) =>
    stage.machines.ensure({
      number,
      generation: 1,
      hostName: 'one',
      rentalId: crypto.randomUUID(),
      region: '',
      port: 27_250 + stage.machines.resources.length,
      files: {},
    })
  const strays = ['sv-stray1', 'sv-stray2', 'sv-stray3'].map(make)
  await stage.pass(10 * minute)
  expect(stage.machines.resources).toHaveLength(4)
  const [last] = strays
  if (last) stage.machines.remove(last, false)
  stage.driver.fail('list', 'half', 40)
  await stage.pass(3 * minute)
  expect(stage.machines.resources).toHaveLength(3)
  stage.driver.forget()
  await stage.pass(3 * minute)
  expect(stage.live(id)).toEqual(['g1 on one'])
  expect(stage.machines.resources).toHaveLength(1)
})

test('R2 a missing, stopped or silent instance is noticed by the watcher', async () => {
  const [gone, stopped, hung] = [await stage.running(), await stage.running(), await stage.running()]
  const of = ({ id }: { id: string }) => stage.machines.liveOf(id)[0]
  const [first, second, third] = [of(gone), of(stopped), of(hung)]
  if (first) stage.machines.remove(first, false)
  if (second) stage.machines.crash(second)
  if (third) third.isHung = true
  await stage.pass(4 * minute)
  for (const { id } of [gone, stopped, hung]) {
    expect([await stage.state(id), stage.live(id)]).toEqual(['running', [expect.stringMatching(/^g1 /)]])
  }
})

test('G5 the report of a game server is written once, and again when it changes', async () => {
  const { id } = await stage.running()
  await stage.look()
  const [row] = await stage.instances(id)
  expect(row).toMatchObject({ map: 'de_dust2', players: 0, bots: 0, players_max: 16 })
  stage.context.clock.advance(10_000)
  await stage.look()
  expect((await stage.instances(id))[0]?.seen_at).toEqual(row?.seen_at)
})

test('R7 a machine is known to the operator as it is', async () => {
  await stage.running()
  await stage.look()
  stage.machines.at('two').isSilent = true
  await stage.look()
  const hosts = await stage.context.database.selectFrom('hosts').selectAll().orderBy('host_name').execute()
  expect(hosts).toMatchObject([
    { host_name: 'one', problem: '', silent_at: null },
    { host_name: 'two', problem: 'the machine is silent', silent_at: stage.context.clock.now() },
  ])
  const next = await Promise.all([stage.running(), stage.running()])
  for (const { id } of next) expect(stage.live(id)).toEqual(['g1 on one'])
})

test('R8 an instance on the host of another process is left to that process', async () => {
  const { id } = await stage.running()
  const other = stage.another()
  const elsewhere = Object.create(stage.driver, { hosts: { value: [stage.machines.at('two')] } })
  const { reconcileDue: runDue } = await import('../reconcile-due.ts')
  await stage.restart(id)
  expect(await runDue({ ...other, driver: elsewhere })).toBe(0)
  expect(await stage.run()).toBeGreaterThan(0)
})
