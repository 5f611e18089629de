import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getGameUpdateProblems,
  getGameUpdates,
  holdGameUpdates,
  releaseGameUpdates,
  setUpdateDeadline,
} from '../../../game-updates/game-updates.service.ts'
import type { RentalRow } from '../../../rentals.store.ts'
import { reconcileDue } from '../../reconcile-due.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'

const minute = 60_000
const [before, after] = ['1.41.3.1', '1.41.3.2']

let fixture: ReconcilerFixture
beforeAll(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'one' }])
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.forget()
  fixture.driver.forget()
  await fixture.context.database.updateTable('game_version_check').set({ required_version: null }).execute()
  fixture.machines.at('one').installed = before
})

/** Rentals that run the earlier version, with these numbers of players. */
async function open(...players: number[]): Promise<RentalRow[]> {
  const rentals: RentalRow[] = []
  for (const count of players) {
    const rental = await fixture.running()
    instanceOf(rental).players = count
    rentals.push(rental)
  }
  await fixture.look()
  return rentals
}

function instanceOf({ id }: RentalRow) {
  const [one] = fixture.machines.liveOf(id)
  if (!one) throw new Error('it does not run')
  return one
}

const install = (version: string) => {
  fixture.machines.at('one').installed = version
}
const versions = () => fixture.machines.resources.map(({ version }) => version)
const require = (version: number) =>
  fixture.context.database.updateTable('game_version_check').set({ required_version: version }).execute()
const states = async () =>
  (await getGameUpdates(fixture.context)).hosts.flatMap(({ servers }) => servers.map(({ state }) => state))

test.runIf(isProving)('G5 R13 a restart for a version is no outage, unless the game stays down', async () => {
  const [rental] = await open(0)
  const outage = async () => (await fixture.read(rental?.id ?? '')).outage_at
  fixture.machines.slowFor = Infinity
  install(after)
  await fixture.pass(4 * minute, { watchMs: minute })
  expect([versions(), await outage()]).toEqual([[after], null])
  await fixture.pass(3 * minute, { watchMs: minute })
  expect(await outage()).not.toBeNull()
  fixture.machines.slowFor = 0
})

test('R13 empty servers are restarted with a version that was installed, occupied ones once they are empty', async () => {
  const [, occupied] = await open(0, 4, 0)
  expect([versions(), await states()]).toEqual([
    [before, before, before],
    ['current', 'current', 'current'],
  ])
  install(after)
  await fixture.pass(2 * minute)
  expect([versions(), await states()]).toEqual([
    [after, before, after],
    ['current', 'waiting', 'current'],
  ])
  if (occupied) instanceOf(occupied).players = 0
  await fixture.pass(minute)
  expect([versions(), await states()]).toEqual([
    [after, after, after],
    ['current', 'current', 'current'],
  ])
  expect(fixture.machines.resources.flatMap(({ restarts }) => restarts)).toEqual(
    Array.from({ length: 3 }, () => `update-${after}`),
  )
})

test('R13 a rollback of the install moves servers back', async () => {
  await open(0)
  install(after)
  await fixture.pass(minute)
  install(before)
  await fixture.pass(minute)
  expect(versions()).toEqual([before])
})

test('R13 two servers of a host restart at once at most', async () => {
  const servers = isProving ? 5 : 4
  await open(...Array.from({ length: servers }, () => 0))
  fixture.machines.slowFor = 3
  install(after)
  const most: number[] = []
  for (let step = 0; step < 60 && (isProving || versions().includes(before)); step += 1) {
    await fixture.pass(2_000, { watchMs: 1_000 })
    most.push((await states()).filter((state) => state === 'restarting').length)
  }
  fixture.machines.slowFor = 0
  expect(Math.max(...most)).toBe(2)
  expect(versions()).toEqual(Array.from({ length: servers }, () => after))
})

test('R13 at the deadline occupied servers are restarted too, after their players were informed', async () => {
  const [rental] = await open(5)
  install(after)
  await fixture.pass(minute)
  await setUpdateDeadline(fixture.context, 10)
  expect((await getGameUpdates(fixture.context)).deadline).toBe(
    fixture.context.clock.now().getTime() + 10 * minute,
  )
  await fixture.pass(10 * minute - 5_000)
  const { said, version } = rental ? instanceOf(rental) : { said: [], version: null }
  expect(said.map((text) => text.split(' ')[0])).toEqual(['10', '5', '1'])
  expect(version).toBe(before)
  await fixture.pass(minute)
  expect(versions()).toEqual([after])
  expect((await getGameUpdates(fixture.context)).deadline).toBeNull()

  // The deadline was for that version alone.
  if (rental) instanceOf(rental).players = 5
  install('1.41.3.3')
  await fixture.pass(30 * minute)
  expect(versions()).toEqual([after])
})

test('R13 a hold stops every restart until it is released', async () => {
  await open(0, 2)
  await holdGameUpdates(fixture.context, 'a tournament')
  install(after)
  await fixture.look()
  await setUpdateDeadline(fixture.context, 5)
  await fixture.pass(20 * minute)
  expect([versions(), await states()]).toEqual([
    [before, before],
    ['waiting', 'waiting'],
  ])
  expect((await getGameUpdates(fixture.context)).hold).toMatchObject({ reason: 'a tournament' })
  await releaseGameUpdates(fixture.context)
  await fixture.pass(2 * minute)
  expect(versions()).toEqual([after, after])
})

test('R13 a server that does not start with a version stops the updates of its host, and is reported', async () => {
  await open(0, 3)
  install(after)
  fixture.machines.slowFor = 100_000
  await fixture.pass(20 * minute)
  expect(await states()).toEqual(['failed', 'waiting'])
  const [, second] = fixture.machines.resources
  if (second) second.players = 0
  await fixture.pass(5 * minute)
  expect(versions()).toEqual([after, before])
  const problems = await getGameUpdateProblems(fixture.context.database, fixture.context.clock.now())
  expect(problems).toMatchObject({ failed: [expect.anything()] })

  // Rolled back, it is restarted and everything goes on.
  fixture.machines.slowFor = 0
  install(before)
  for (const one of fixture.machines.resources) one.slowFor = 0
  await fixture.pass(20 * minute)
  expect(await states()).toEqual(['current', 'current'])
})

test('R13 a server that reports the old version after its restart is not restarted again', async () => {
  await open(0)
  install(after)
  await fixture.look()
  await fixture.run()
  for (const one of fixture.machines.resources) one.version = before
  await fixture.pass(30 * minute)
  expect(fixture.machines.resources.map(({ restarts }) => restarts.length)).toEqual([1])
  expect(await states()).toEqual(['failed'])
})

test('R13 an outdated install is updated by the command, and its servers move to it', async () => {
  await open(0)
  fixture.driver.canUpdateInstalls = true
  fixture.driver.updateOutcome = { state: 'done', installs: after }
  await fixture.pass(minute)
  expect(fixture.driver.updateRuns).toEqual([])
  await require(14_132)
  await fixture.look()
  expect((await getGameUpdates(fixture.context)).hosts[0]?.update).toMatchObject({
    state: 'running',
    ended: null,
    output: 'downloading 10 %',
  })
  await fixture.pass(2 * minute)
  expect((await getGameUpdates(fixture.context)).hosts[0]?.update).toMatchObject({ state: 'done' })
  expect([fixture.driver.updateRuns.length, versions()]).toEqual([1, [after]])
})

test('R13 an update that failed is reported and tried again after an hour, one without effect after ten minutes', async () => {
  await open(0)
  fixture.driver.canUpdateInstalls = true
  fixture.driver.updateOutcome = { state: 'failed' }
  await require(14_132)
  await fixture.pass(50 * minute, { watchMs: 2 * minute })
  const problems = await getGameUpdateProblems(fixture.context.database, fixture.context.clock.now())
  expect([fixture.driver.updateRuns.length, problems.failedHosts]).toEqual([1, ['one']])
  fixture.driver.updateOutcome = { state: 'done' }
  await fixture.pass(15 * minute, { watchMs: minute })
  expect(fixture.driver.updateRuns).toHaveLength(2)
  await fixture.pass(11 * minute, { watchMs: minute })
  expect(fixture.driver.updateRuns).toHaveLength(3)
  await require(14_133)
  await fixture.pass(minute)
  expect(fixture.driver.updateRuns).toHaveLength(4)
})

test('R13 a run of the update command that does not end in twelve hours has failed, and the next one is started', async () => {
  await open(0)
  fixture.driver.canUpdateInstalls = true
  fixture.driver.updateOutcome = { state: 'running', output: 'downloading 50 %' }
  await require(14_132)
  await fixture.look()
  const update = async () => (await getGameUpdates(fixture.context)).hosts[0]?.update
  await fixture.pass(12 * 60 * minute - minute, { watchMs: 60 * minute })
  expect(await update()).toMatchObject({ state: 'running' })
  await fixture.pass(2 * minute, { watchMs: minute })
  expect(await update()).toMatchObject({
    state: 'failed',
    output: 'downloading 50 %\nno end within 12 hours: end the command on the host',
  })
  await fixture.pass(62 * minute, { watchMs: 10 * minute })
  expect(fixture.driver.updateRuns).toHaveLength(2)
})

test('R13 a build that failed its trial on one host holds all updates until an operator releases them', async () => {
  await open(0)
  fixture.driver.canUpdateInstalls = true
  const output =
    'FAIL  MatchZy is loaded: not within 30 s\nheld: build 300: MatchZy is loaded: not within 30 s'
  fixture.driver.updateOutcome = { state: 'failed', output }
  await require(14_132)
  await fixture.pass(5 * minute)
  expect((await getGameUpdates(fixture.context)).hold).toMatchObject({
    reason: 'one: build 300: MatchZy is loaded: not within 30 s',
  })
  fixture.driver.updateOutcome = { state: 'done', installs: after }
  await fixture.pass(120 * minute)
  expect([fixture.driver.updateRuns.length, versions()]).toEqual([1, [before]])
  await releaseGameUpdates(fixture.context)
  await fixture.pass(5 * minute)
  expect([fixture.driver.updateRuns.length, versions()]).toEqual([2, [after]])
})

test('R13 no install is updated while updates are held', async () => {
  await open(0)
  fixture.driver.canUpdateInstalls = true
  await holdGameUpdates(fixture.context, 'a tournament')
  await require(14_132)
  await fixture.pass(10 * minute)
  expect(fixture.driver.updateRuns).toEqual([])
})

test('R13 who joined since the last report keeps playing', async () => {
  const [rental] = await open(0)
  install(after)
  await fixture.look()
  if (rental) instanceOf(rental).players = 1
  await fixture.pass(5 * minute)
  expect([versions(), await states()]).toEqual([[before], ['waiting']])
})

test.runIf(isProving)(
  'R13 a host that is lost while its servers move: the rest of them moves when it is back',
  async () => {
    await open(0, 0, 0, 0)
    install(after)
    await fixture.look()
    await reconcileDue(fixture.fleet)
    fixture.machines.at('one').isSilent = true
    await fixture.pass(3 * minute)
    fixture.machines.at('one').isSilent = false
    await fixture.pass(5 * minute)
    expect(versions()).toEqual([after, after, after, after])
    const restarts = fixture.machines.resources.map((one) => one.restarts)
    expect(restarts).toEqual(Array.from({ length: 4 }, () => [`update-${after}`]))
  },
)

test.runIf(isProving)('R13 two workers restart each server once for a version', async () => {
  await open(0, 0, 0, 0)
  install(after)
  await fixture.look()
  const others = [fixture.another(), fixture.another()]
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(others.map((fleet) => reconcileDue(fleet)))
    await fixture.pass(minute)
  }
  expect(versions()).toEqual([after, after, after, after])
  for (const { restarts } of fixture.machines.resources) expect(restarts).toEqual([`update-${after}`])
})

test('R13 a clock that jumps over a deadline still gives players a minute after a notice', async () => {
  const [rental] = await open(4)
  install(after)
  await fixture.look()
  await setUpdateDeadline(fixture.context, 30)
  fixture.context.clock.advance(24 * 60 * minute)
  await fixture.pass(minute / 2)
  if (!rental) throw new Error('it does not run')
  expect([versions(), instanceOf(rental).said.length]).toEqual([[before], 1])
  await fixture.pass(2 * minute)
  expect(versions()).toEqual([after])
})
