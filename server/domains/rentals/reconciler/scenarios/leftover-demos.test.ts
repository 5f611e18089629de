import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { selectDemoHosts } from '../../demos/leftovers/leftover-demos.store.ts'
import { getDemoKey, openDemoStore } from '../../demos/demo-files.ts'
import { deleteOwnedDemo } from '../../demos/demo-deletion.service.ts'
import { LeftoverDemosPass } from '../../demos/leftovers/leftover-demos.worker.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
const limits = { maxBytes: 1_000, quotaBytes: 10_000, maxCount: 10 }
let fixture: ReconcilerFixture
let work: LeftoverDemosPass

beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(async () => {
  await fixture.forget()
  fixture.driver.forget()
  fixture.game.demoFolders = ['demos']
  fixture.at = () => undefined
  work = new LeftoverDemosPass(fixture.fleet, limits)
})
afterEach(() => {
  for (const machine of fixture.machines.all) machine.isSilent = false
})
afterAll(() => fixture.close())

const collect = () => work.run(new AbortController().signal)

/** The game writes a file next to its demos. */
function record(id: string, name: string, content: string): void {
  const [one] = fixture.machines.liveOf(id)
  if (one) one.files = { ...one.files, [`demos/${name}`]: content }
}

async function stored(id: string): Promise<Record<string, string>> {
  const rows = await fixture.context.database
    .selectFrom('rental_demos')
    .selectAll()
    .where('rental_id', '=', id)
    .orderBy('name')
    .execute()
  const files = rows.map(async ({ id: demo, name }) => {
    const file = await openDemoStore(fixture.context).find(getDemoKey(id, demo))
    const content = file ? await text(await file.read()) : 'missing'
    return [name, content] as const
  })
  return Object.fromEntries(await Promise.all(files))
}

/** The demos that are still on the host. */
const onHost = (id: string) =>
  Object.keys(fixture.machines.liveOf(id)[0]?.files ?? {}).filter((path) => path.startsWith('demos/'))

test('a demo that was left on an idle server is stored once and removed from its host', async () => {
  const { id, number, owner } = await fixture.running()
  await fixture.look()
  record(id, '战 one.dem', 'whole')
  record(id, 'notes.txt', 'no demo')
  record(id, 'large.dem', 'x'.repeat(1_001))
  await collect()
  // It may still be written.
  expect(await stored(id)).toEqual({})
  for (let times = 0; times < 3; times += 1) {
    await fixture.pass(6 * minute)
    await collect()
  }
  expect(await stored(id)).toEqual({ '战_one.dem': 'whole' })
  expect(onHost(id)).toEqual(['demos/notes.txt', 'demos/large.dem'])

  await deleteOwnedDemo(fixture.context, { number, name: '战_one.dem', steamId: owner })
  record(id, '战 one.dem', 'whole')
  for (let times = 0; times < 3; times += 1) {
    await fixture.pass(6 * minute)
    await collect()
  }
  expect([await stored(id), onHost(id).includes('demos/战 one.dem')]).toEqual([{}, false])
})

test('the demo of a running match is not taken, neither with players nor while it grows', async () => {
  const { id } = await fixture.running()
  const [one] = fixture.machines.liveOf(id)
  if (one) one.players = 10
  for (let round = 1; round < 4; round += 1) {
    await fixture.pass(6 * minute)
    await collect()
    record(id, 'match.dem', 'x'.repeat(2))
  }
  if (one) one.players = 0
  for (let round = 1; round < 4; round += 1) {
    record(id, 'match.dem', 'x'.repeat(10 + round))
    await fixture.pass(6 * minute)
    await collect()
  }
  expect(await stored(id)).toEqual({})
})

test('G18 a move and the end collect what is left before anything is removed', async () => {
  const { id } = await fixture.running({ region: 'ap-shanghai', termMs: 30 * day })
  record(id, 'before.dem', 'one')
  await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(minute)
  // The new server is there; the old one waits.
  expect([await fixture.state(id), fixture.live(id).length]).toEqual(['running', 1])
  expect(fixture.machines.resources).toHaveLength(2)
  await collect()
  await fixture.run()
  expect([await stored(id), fixture.machines.resources.length]).toEqual([{ 'before.dem': 'one' }, 1])
  record(id, 'last.dem', 'two')
  await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(minute)
  await collect()
  await fixture.run()
  expect([await fixture.state(id), await stored(id)]).toEqual([
    'terminated',
    { 'before.dem': 'one', 'last.dem': 'two' },
  ])
})

test('a host that does not give its demos delays the removal ten minutes at most', async () => {
  const { id } = await fixture.running()
  record(id, 'lost.dem', 'one')
  await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(minute)
  fixture.driver.fail('readFolder', 'broken', 20)
  await collect()
  await fixture.pass(5 * minute)
  expect([await fixture.state(id), fixture.machines.resources.length]).toEqual(['terminating', 1])
  await fixture.pass(6 * minute)
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})

test('a removal that fails half-way stores nothing twice', async () => {
  const { id } = await fixture.running()
  await fixture.look()
  record(id, 'a.dem', 'one')
  record(id, 'b.dem', 'two')
  fixture.driver.fail('removeFile', 'broken', 1)
  for (let times = 0; times < 4; times += 1) {
    await fixture.pass(6 * minute)
    await collect()
    // As another process that begins after this one was killed.
    if (times === 1) work = new LeftoverDemosPass(fixture.another(), limits)
  }
  for (let times = 0; times < 2; times += 1) {
    await fixture.pass(6 * minute)
    await collect()
  }
  expect([await stored(id), onHost(id)]).toEqual([{ 'a.dem': 'one', 'b.dem': 'two' }, []])
})

test('demos that are collected while the reconciler decides to wait for them end that wait', async () => {
  const { database, clock } = fixture.context
  const { id } = await fixture.running()
  record(id, 'a.dem', 'one')
  const collecting: Promise<void>[] = []
  const isBlocked = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    return rows.length > 0
  }
  fixture.at = async (step) => {
    if (step !== 'decided' || collecting.length > 0) return
    if ((await selectDemoHosts(database, ['one', 'two'], 'halted')).length === 0) return
    collecting.push(collect())
    await Promise.race([...collecting, vi.waitUntil(isBlocked, { timeout: 20_000, interval: 10 })])
  }
  await fixture.change(id, { expires_at: clock.now() })
  await fixture.run()
  await Promise.all(collecting)
  await fixture.run()
  expect([await fixture.state(id), await stored(id)]).toEqual(['terminated', { 'a.dem': 'one' }])
})
