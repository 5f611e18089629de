import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

vi.setConfig({ testTimeout: 60_000 })

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('R7 a machine that is silent for a moment changes nothing', async () => {
  const { id } = await fixture.running()
  fixture.machines.at('one').isSilent = true
  await fixture.pass(4 * minute)
  fixture.machines.at('one').isSilent = false
  await fixture.pass(10 * minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R7 a silence that was not observed does not count', async () => {
  const { id } = await fixture.running()
  for (let look = 0; look < 3; look += 1) {
    fixture.driver.fail('observe', 'silent')
    await fixture.change(id, {})
    await fixture.run()
    fixture.context.clock.advance(6 * minute)
  }
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
})

test.runIf(isProving)(
  'R7 hundreds of servers are asked in twenty turns, so that their hosts are listed again soon',
  async () => {
    const many = await ReconcilerFixture.open(['a', 'b', 'c', 'd'].map((name) => ({ name })))
    for (let made = 0; made < 220; made += 1) await many.rental()
    await Promise.all([many.run(), many.run(), many.run(), many.run()])
    const queryStatus = many.game.queryStatus.bind(many.game)
    let open = 0
    let most = 0
    many.game.queryStatus = async (target) => {
      most = Math.max(most, (open += 1))
      await new Promise((turn) => setImmediate(turn))
      open -= 1
      return queryStatus(target)
    }
    await many.look()
    expect([many.machines.resources.length, most]).toEqual([220, 11])
    await many.close()
  },
  180_000,
)

test('R7 an instance on a lost host is replaced elsewhere by the next generation; if it comes back it is removed, its data retained', async () => {
  const { id } = await fixture.running()
  fixture.machines.at('one').isSilent = true
  await fixture.pass(6 * minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one', 'g2 on two']])
  expect(await fixture.lines(id)).toContain('lost')
  await fixture.pass(hour)
  fixture.machines.at('one').isSilent = false
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g2 on two']])
  expect(fixture.machines.at('one').kept.size).toBe(1)
})

test('R7 with no other machine it is lost, and running again when its machine is back', async () => {
  fixture.machines.at('two').most = 0
  const { id } = await fixture.running()
  fixture.machines.at('one').isSilent = true
  await fixture.pass(10 * minute)
  expect(await fixture.state(id)).toBe('lost')
  fixture.machines.at('one').isSilent = false
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', ['g1 on one']])
})

test('R7 an expired rental on a lost machine ends when that is back', async () => {
  const { id } = await fixture.running({ termMs: minute })
  fixture.machines.at('one').isSilent = true
  fixture.machines.at('two').most = 0
  await fixture.pass(20 * minute)
  expect(await fixture.state(id)).toBe('terminating')
  fixture.machines.at('one').isSilent = false
  await fixture.pass(minute)
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})

test('R4 an orphan is removed after two minutes; other programs are not touched', async () => {
  const { id, number } = await fixture.running()
  const orphan = { number: 'sv-stray1', generation: 1, hostName: 'two', rentalId: crypto.randomUUID() }
  const older = { number, generation: 7, hostName: 'two', rentalId: id }
  for (const [index, instance] of [orphan, older].entries()) {
    const created = fixture.machines.ensure({ ...instance, region: '', port: 27_300 + index, files: {} })
    created.isRunning = false
  }
  fixture.machines.wrongs.length = 0
  await fixture.look()
  expect(fixture.machines.resources).toHaveLength(3)
  await fixture.pass(4 * minute)
  expect(fixture.machines.resources.map(({ generation }) => generation)).toEqual([1])
})

test('R4 R6 a host that lists an instance which its row places on another host removes nothing', async () => {
  const { id, number } = await fixture.running()
  const aliased = { number, generation: 1, hostName: 'two', rentalId: id }
  fixture.machines.ensure({ ...aliased, region: '', port: 27_300, files: {} })
  fixture.machines.wrongs.length = 0
  await fixture.pass(4 * minute)
  expect(fixture.live(id)).toEqual(['g1 on one', 'g1 on two'])
})

test('R6 by a list that is incomplete or fails nothing is removed, of many at once none', async () => {
  const { id } = await fixture.running()
  const make = (number: string) =>
    fixture.machines.ensure({
      number,
      generation: 1,
      hostName: 'one',
      rentalId: crypto.randomUUID(),
      region: '',
      port: 27_250 + fixture.machines.resources.length,
      files: {},
    })
  const strays = ['sv-stray1', 'sv-stray2', 'sv-stray3'].map(make)
  await fixture.pass(10 * minute)
  expect(fixture.machines.resources).toHaveLength(4)
  const [last] = strays
  if (last) fixture.machines.remove(last, false)
  fixture.driver.fail('list', 'half', 40)
  await fixture.pass(3 * minute)
  expect(fixture.machines.resources).toHaveLength(3)
  fixture.driver.forget()
  await fixture.pass(3 * minute)
  expect(fixture.live(id)).toEqual(['g1 on one'])
  expect(fixture.machines.resources).toHaveLength(1)
})

test('R2 a missing, stopped or silent instance is noticed by the watcher', async () => {
  const [gone, stopped, hung] = [await fixture.running(), await fixture.running(), await fixture.running()]
  const of = ({ id }: { id: string }) => fixture.machines.liveOf(id)[0]
  const [first, second, third] = [of(gone), of(stopped), of(hung)]
  if (first) fixture.machines.remove(first, false)
  if (second) fixture.machines.crash(second)
  if (third) third.isHung = true
  await fixture.pass(4 * minute)
  for (const { id } of [gone, stopped, hung]) {
    expect([await fixture.state(id), fixture.live(id)]).toEqual(['running', [expect.stringMatching(/^g1 /)]])
  }
})

test('G5 the report of a game server is written once, and again when it changes', async () => {
  const { id } = await fixture.running()
  await fixture.look()
  const [row] = await fixture.instances(id)
  expect(row).toMatchObject({ map: 'de_dust2', players: 0, bots: 0, players_max: 16 })
  fixture.context.clock.advance(10_000)
  await fixture.look()
  expect((await fixture.instances(id))[0]?.seen_at).toEqual(row?.seen_at)
})

test('R7 a machine is known to the operator as it is', async () => {
  await fixture.running()
  await fixture.look()
  fixture.machines.at('two').isSilent = true
  await fixture.look()
  const hosts = await fixture.context.database.selectFrom('hosts').selectAll().orderBy('host_name').execute()
  expect(hosts).toMatchObject([
    { host_name: 'one', problem: '', silent_at: null },
    { host_name: 'two', problem: 'the machine is silent', silent_at: fixture.context.clock.now() },
  ])
  const next = await Promise.all([fixture.running(), fixture.running()])
  for (const { id } of next) expect(fixture.live(id)).toEqual(['g1 on one'])
})

test('R8 an instance on the host of another process is left to that process', async () => {
  const { id } = await fixture.running()
  const other = fixture.another()
  const elsewhere = Object.create(fixture.driver, { hosts: { value: [fixture.machines.at('two')] } })
  const { reconcileDue: runDue } = await import('../../reconcile-due.ts')
  await fixture.restart(id)
  expect(await runDue({ ...other, driver: elsewhere })).toBe(0)
  expect(await fixture.run()).toBeGreaterThan(0)
})
