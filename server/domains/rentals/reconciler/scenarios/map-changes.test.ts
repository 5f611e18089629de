import { randomUUIDv7 } from 'node:crypto'
import { sampleCases } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mapChangeTimeoutMs } from '@clutch/contract/limits.ts'
import type { RentalMode } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { insertMapChange, selectLatestMapChanges } from '../../map-changes/map-changes.store.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const second = 1_000
const workshopId = '3070284539'
let fixture: ReconcilerFixture

beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(async () => {
  await fixture.forget()
  fixture.driver.forget()
  fixture.game.lostMaps = 0
  fixture.game.mapChangeQueries = 0
  fixture.at = () => undefined
})
afterAll(() => fixture.close())

/** Requests a change as the owner does. */
async function ask(id: string, map: string, mode: RentalMode = 'practice'): Promise<void> {
  const { database, clock } = fixture.context
  const rental = await fixture.read(id)
  await insertMapChange(database, {
    id: randomUUIDv7(),
    rentalId: id,
    map,
    title: null,
    mode,
    fromMode: rental.mode as RentalMode,
    askedBy: rental.owner,
    askedAt: clock.now(),
  })
  await fixture.change(id, { mode, rev: rental.rev + 1 })
}

async function outcome(id: string) {
  const [change] = await selectLatestMapChanges(fixture.context.database, [id])
  const { map, mode } = await fixture.read(id)
  const [game] = fixture.machines.liveOf(id)
  return { state: change?.state, sent: change?.sent, map, mode, plays: `${game?.map} ${game?.mode}` }
}

test('a map and a mode are set, and are what the server has from then on', async () => {
  const { id } = await fixture.running()
  await ask(id, 'de_mirage', 'match')
  await fixture.pass(10 * second)
  expect(await outcome(id)).toEqual({
    state: 'done',
    sent: 1,
    map: 'de_mirage',
    mode: 'match',
    plays: 'de_mirage match',
  })
  expect(await fixture.lines(id)).toContain('map changed')
})

test('a server that answers nothing while it loads is neither restarted nor an outage', async () => {
  const { id } = await fixture.running()
  fixture.game.mapNames.set(workshopId, 'aim_redline')
  fixture.game.mapChangeQueries = 60
  await ask(id, workshopId)
  await fixture.pass(4 * minute)
  const rental = await fixture.read(id)
  expect([rental.outage_at, rental.state]).toEqual([null, 'running'])
  await fixture.pass(8 * minute)
  expect(await outcome(id)).toMatchObject({ state: 'done', map: workshopId, plays: 'aim_redline practice' })
  expect(fixture.machines.resources.flatMap(({ restarts }) => restarts)).toEqual([])
})

test('a server that stays on its map gets the change twice at most, then it has failed', async () => {
  const { id } = await fixture.running()
  fixture.game.lostMaps = 9
  await ask(id, 'de_mirage', 'match')
  await fixture.pass(mapChangeTimeoutMs / 2)
  expect(await outcome(id)).toMatchObject({ state: 'loading', mode: 'match' })
  await fixture.pass(2 * mapChangeTimeoutMs)
  expect(await outcome(id)).toEqual({
    state: 'failed',
    sent: 2,
    map: null,
    mode: 'practice',
    plays: 'de_dust2 practice',
  })
  expect(await fixture.lines(id)).toContain('map not changed')
})

test('map and mode are set again after a restart, a crash and a move', async () => {
  const { id } = await fixture.running()
  await ask(id, 'de_nuke', 'deathmatch')
  await fixture.pass(10 * second)
  const plays = async () => (await outcome(id)).plays
  await fixture.restart(id)
  await fixture.pass(30 * second)
  expect(await plays()).toBe('de_nuke deathmatch')
  const [game] = fixture.machines.liveOf(id)
  if (game) fixture.machines.crash(game)
  await fixture.pass(minute)
  expect(await plays()).toBe('de_nuke deathmatch')
  await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(minute)
  expect([(await fixture.read(id)).generation, await plays()]).toEqual([2, 'de_nuke deathmatch'])
})

test('a map that ends its server is not set again: the one of before is', async () => {
  const { id } = await fixture.running()
  await ask(id, 'de_nuke')
  await fixture.pass(10 * second)
  fixture.game.mapChangeQueries = 5
  await ask(id, workshopId)
  await fixture.run()
  const [game] = fixture.machines.liveOf(id)
  if (game) fixture.machines.crash(game)
  fixture.game.mapChangeQueries = 0
  await fixture.pass(2 * minute)
  expect(await outcome(id)).toMatchObject({ state: 'done', map: 'de_nuke', plays: 'de_nuke practice' })
})

test('a map that ends its server after every restart is forgotten', async () => {
  const { id } = await fixture.running()
  await ask(id, 'de_nuke')
  await fixture.pass(10 * second)
  await fixture.restart(id)
  fixture.game.mapChangeQueries = 100
  await fixture.pass(20 * second)
  const [game] = fixture.machines.liveOf(id)
  if (game) fixture.machines.crash(game)
  fixture.game.mapChangeQueries = 0
  await fixture.pass(2 * minute)
  expect(await outcome(id)).toMatchObject({ state: 'failed', map: null, plays: 'de_dust2 practice' })
})

test.each(sampleCases(['map-begins', 'map-done', 'map-check-begins', 'map-check-done'] as const, 4, 1))(
  'killed at %s, the server gets its map all the same',
  async (step) => {
    const { id } = await fixture.running()
    let left = 1
    fixture.at = (reached) => {
      if (reached === step && left-- > 0) throw new Error('the process died')
    }
    await ask(id, 'de_train', 'scrim')
    await fixture.pass(5 * second).catch(() => undefined)
    await fixture.pass(5 * minute)
    expect([left < 1, await outcome(id)]).toMatchObject([
      true,
      { state: 'done', map: 'de_train', mode: 'scrim', plays: 'de_train scrim' },
    ])
  },
)
