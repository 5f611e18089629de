import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cancelJob,
  drainHost,
  listJobs,
  restartRentals,
  setHostCordon,
  setJobDeadline,
  setRegionCordon,
} from '../../../fleet-jobs/fleet-jobs.service.ts'
import type { RentalRow } from '../../../rentals.store.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'
import { reconcileDue } from '../../reconcile-due.ts'

const minute = 60_000

let fixture: ReconcilerFixture
beforeEach(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'local' }, { name: 'two', most: 0 }])
  Object.assign(fixture.context.config, {
    rentalDriver: 'docker',
    dockerHosts: ['local', 'two'].map((name) => ({
      name,
      regions: ['*'],
      url: 'unix:///x',
      bind: '10.0.0.1',
      ports: '27200-27299',
    })),
  })
})
afterEach(() => fixture.close())

/** Rentals that run on `local`, with these numbers of players; `two` has room from then on. */
async function open(...players: number[]): Promise<RentalRow[]> {
  const rentals: RentalRow[] = []
  for (const count of players) {
    const rental = await fixture.running()
    instanceOf(rental).players = count
    fixture.machines.mayBeTwo.add(rental.id)
    rentals.push(rental)
  }
  fixture.machines.at('two').most = null
  await fixture.look()
  return rentals
}

function instanceOf({ id }: Pick<RentalRow, 'id'>) {
  const [one] = fixture.machines.liveOf(id)
  if (!one) throw new Error('it does not run')
  return one
}

const hostOf = (rental: RentalRow) => instanceOf(rental).hostName
const job = async () => {
  const [latest] = await listJobs(fixture.context)
  if (!latest) throw new Error('there is no job')
  return latest
}
const states = async () =>
  Object.fromEntries((await job()).servers.map(({ number, state }) => [number, state]))
const said = (rental: RentalRow) => instanceOf(rental).said

test('R9 a drain moves empty servers, occupied ones once they are empty, and then ends', async () => {
  const [empty, occupied] = (await open(0, 4)) as [RentalRow, RentalRow]
  await drainHost(fixture.context, 'local', undefined)
  await fixture.pass(5 * minute)
  expect([hostOf(empty), hostOf(occupied)]).toEqual(['two', 'local'])
  expect(await states()).toEqual({ [empty.number]: 'done', [occupied.number]: 'waiting' })
  expect([await fixture.state(occupied.id), said(occupied)]).toEqual(['running', []])
  instanceOf(occupied).players = 0
  await fixture.pass(2 * minute)
  expect([hostOf(occupied), fixture.machines.at('local').resources.size]).toEqual(['two', 0])
  expect((await job()).ended).not.toBeNull()
  // It stays cordoned: nothing new is placed there.
  const next = await fixture.running()
  expect(hostOf(next)).toBe('two')
})

test.runIf(isProving)(
  'R9 at the deadline of a drain occupied servers are moved too, after notices in the game',
  async () => {
    const [rental] = (await open(5)) as [RentalRow]
    const old = instanceOf(rental)
    await drainHost(fixture.context, 'local', undefined)
    const { id } = await job()
    await setJobDeadline(fixture.context, id, 10)
    await fixture.pass(10 * minute - 5_000)
    expect([hostOf(rental), old.said.length]).toEqual(['local', 3])
    expect(old.said[0]).toContain('10 min')
    await fixture.pass(2 * minute)
    expect(hostOf(rental)).toBe('two')
    expect(await states()).toEqual({ [rental.number]: 'done' })
  },
)

test('R9 who joins while the new server is made keeps playing, until the server is empty', async () => {
  const [rental] = (await open(0)) as [RentalRow]
  const old = instanceOf(rental)
  fixture.driver.during('ensure', async () => void (old.players = 2))
  await drainHost(fixture.context, 'local', undefined)
  await fixture.pass(3 * minute)
  expect(old.isRunning).toBe(true)
  old.players = 0
  await fixture.pass(minute)
  expect([hostOf(rental), old.isRunning && fixture.machines.find(old)]).toEqual(['two', undefined])
  const [other] = (await open(0)) as [RentalRow]
  expect(hostOf(other)).toBe('two')
})

test('R9 a drain without room elsewhere waits and says so, and goes on once there is room', async () => {
  const [rental] = (await open(0)) as [RentalRow]
  fixture.machines.at('two').most = 0
  await drainHost(fixture.context, 'local', undefined)
  await fixture.pass(5 * minute)
  expect((await job()).servers).toMatchObject([
    { state: 'waiting', problem: 'there is no room in ap-shanghai' },
  ])
  expect([hostOf(rental), await fixture.state(rental.id)]).toEqual(['local', 'running'])
  fixture.machines.at('two').most = null
  await fixture.pass(3 * minute)
  expect(hostOf(rental)).toBe('two')
})

test.runIf(isProving)('R9 a cancelled drain finishes what was begun and leaves the others', async () => {
  const rentals = await open(0, 0, 0, 3)
  fixture.machines.slowFor = 3
  await drainHost(fixture.context, 'local', undefined)
  await fixture.run()
  await cancelJob(fixture.context, (await job()).id)
  fixture.machines.slowFor = 0
  await fixture.pass(5 * minute)
  const all = Object.values(await states())
  expect(all.filter((state) => state === 'done')).toHaveLength(2)
  expect(all.filter((state) => state === 'cancelled')).toHaveLength(2)
  expect(rentals.filter((rental) => hostOf(rental) === 'two')).toHaveLength(2)
  await expect(setHostCordon(fixture.context, 'local', false)).resolves.toBeUndefined()
})

test('R13 many servers are restarted once each, two at a time at most, by two workers', async () => {
  const rentals = await open(0, 0, 0, 0, 0)
  fixture.machines.slowFor = 3
  await restartRentals(fixture.context, { hostName: 'local' })
  const most: number[] = []
  for (let step = 0; step < 60; step += 1) {
    await Promise.all([reconcileDue(fixture.another()), reconcileDue(fixture.another())])
    most.push(Object.values(await states()).filter((state) => state === 'running').length)
    await fixture.pass(2_000, { watchMs: 1_000 })
  }
  expect(Math.max(...most)).toBe(2)
  const { id, ended } = await job()
  expect(ended).not.toBeNull()
  expect(rentals.map((rental) => instanceOf(rental).restarts)).toEqual(rentals.map(() => [id]))
})

test('R13 a restart of a list waits for players until the deadline; a server that ends is done', async () => {
  const [occupied, ending] = (await open(2, 2)) as [RentalRow, RentalRow]
  await restartRentals(fixture.context, { numbers: [occupied.number, ending.number], minutes: 5 })
  await fixture.pass(3 * minute)
  expect([instanceOf(occupied).restarts, said(occupied).length]).toEqual([[], 1])
  await fixture.change(ending.id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(4 * minute)
  expect(instanceOf(occupied).restarts).toHaveLength(1)
  expect(await states()).toEqual({ [occupied.number]: 'done', [ending.number]: 'done' })
})

test('R1 nothing is placed in a cordoned region, and servers there run on', async () => {
  const [rental] = (await open(0)) as [RentalRow]
  await setRegionCordon(fixture.context, 'ap-shanghai', true)
  const next = await fixture.rental()
  await fixture.restart(rental.id)
  await fixture.pass(2 * minute)
  expect([await fixture.state(rental.id), await fixture.state(next.id)]).toEqual(['running', 'creating'])
  await setRegionCordon(fixture.context, 'ap-shanghai', false)
  await fixture.pass(10 * minute)
  expect(await fixture.state(next.id)).toBe('running')
})

test('R8 a host that is cordoned while rentals are placed takes none afterwards', async () => {
  await open(0)
  await Promise.all(Array.from({ length: 6 }, () => fixture.rental()))
  const placing = Promise.all([reconcileDue(fixture.another()), reconcileDue(fixture.another())])
  await setHostCordon(fixture.context, 'local', true)
  const placed = () => fixture.machines.at('local').resources.size
  await placing
  const before = placed()
  await fixture.running()
  expect(placed()).toBe(before)
})
