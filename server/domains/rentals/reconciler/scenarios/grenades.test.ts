import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatSavedGrenades } from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import { addGrenades, restoreGrenades } from '../../grenades/grenades.service.ts'
import { selectVersions } from '../../grenades/grenades.store.ts'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'
import type { RentalRow } from '../../rentals.store.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
let fixture: ReconcilerFixture

beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
})
beforeEach(async () => {
  await fixture.forget()
  fixture.driver.forget()
  fixture.at = () => undefined
})
afterAll(() => fixture.close())

/** A file of MatchZy with line-ups of these names. */
function fileOf(...names: string[]): string {
  const more = { owner: 'default', map: 'de_mirage', type: 'Smoke', position: '1 2 3', angle: '0 90 0' }
  return formatSavedGrenades(names.map((name) => ({ ...more, name, description: '' })))
}

const path = () => fixture.game.savedGrenadesPath
/** What the players of the present server see. */
const onServer = (id: string) => latest(id)?.files[path()]
const latest = (id: string) =>
  fixture.machines.liveOf(id).toSorted((one, other) => other.generation - one.generation)[0]

/** Players save line-ups on the server that runs; while it moves, on the old one. */
function save(id: string, ...names: string[]): void {
  const [one] = fixture.machines.liveOf(id).toSorted((first, second) => first.generation - second.generation)
  if (one) one.files = { ...one.files, [path()]: fileOf(...names) }
}

async function versions(id: string) {
  const rows = await selectVersions(fixture.context.database, id)
  return rows.map(
    ({ source, grenades, is_current }) => `${source} ${grenades}${is_current ? ' current' : ''}`,
  )
}

const request = ({ number, owner }: RentalRow) => ({ number, steamId: owner })

test('what players save is collected while the server runs, once for each change', async () => {
  const { id } = await fixture.running()
  expect(onServer(id)).toBe('{}')
  await fixture.pass(5 * minute)
  expect(await versions(id)).toEqual([])
  save(id, 'window')
  await fixture.pass(5 * minute)
  expect(await versions(id)).toEqual(['collected 1 current'])
  save(id, 'window', 'jungle')
  await fixture.pass(5 * minute)
  expect(await versions(id)).toEqual(['collected 2 current', 'collected 1'])
})

test('line-ups survive a restart, a crash, a move, and the loss of a host as of the last collection', async () => {
  const { id } = await fixture.running({ region: 'ap-shanghai', termMs: 30 * day })
  save(id, 'window')
  await fixture.restart(id)
  await fixture.pass(10 * second)
  for (const one of fixture.machines.liveOf(id)) fixture.machines.crash(one)
  await fixture.pass(minute)
  expect(onServer(id)).toBe(fileOf('window'))
  save(id, 'window', 'jungle')
  await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(minute)
  expect([(await fixture.read(id)).generation, onServer(id)]).toEqual([2, fileOf('window', 'jungle')])
  save(id, 'window', 'jungle', 'stairs')
  await fixture.pass(3 * minute)
  save(id, 'lost')
  const one = latest(id)
  if (one) fixture.machines.at(one.hostName).isSilent = true
  await fixture.pass(10 * minute)
  expect([(await fixture.read(id)).generation, onServer(id)]).toEqual([
    3,
    fileOf('window', 'jungle', 'stairs'),
  ])
  for (const machine of fixture.machines.all) machine.isSilent = false
  await fixture.pass(minute)
  expect(await versions(id)).toEqual(['collected 1', 'collected 3 current', 'collected 2'])
})

test('what is saved while the new server of a move starts is brought to it', async () => {
  const { id } = await fixture.running({ region: 'ap-shanghai' })
  save(id, 'window')
  fixture.driver.during('ensure', async () => save(id, 'window', 'late'))
  await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(minute)
  expect([(await fixture.read(id)).generation, onServer(id)]).toEqual([2, fileOf('window', 'late')])
})

test('an earlier version is restored on the running server, and what it replaces is kept', async () => {
  const rental = await fixture.running()
  const { id } = rental
  save(id, 'window')
  await fixture.pass(3 * minute)
  save(id, 'wrong')
  await fixture.pass(3 * minute)
  save(id, 'unseen')
  const [, first] = await selectVersions(fixture.context.database, id)
  await restoreGrenades(fixture.context, request(rental), first?.id ?? '')
  await fixture.pass(10 * second)
  expect(onServer(id)).toBe(fileOf('window'))
  expect(await fixture.lines(id)).toContain('grenades restored')
  await fixture.pass(5 * minute)
  expect((await versions(id)).toSorted()).toEqual(
    ['collected 1', 'collected 1', 'collected 1', 'restored 1 current'].toSorted(),
  )
})

test('an upload adds to what the server has, also to what was not collected yet', async () => {
  const rental = await fixture.running()
  const { id } = rental
  save(id, 'window')
  await fixture.pass(3 * minute)
  save(id, 'window', 'unseen')
  await addGrenades(fixture.context, request(rental), JSON.parse(fileOf('mine')))
  let deaths = 2
  fixture.at = (step) => {
    if (step === 'grenades-done' && deaths-- > 0) throw new Error('the process died')
  }
  await fixture.run().catch(() => undefined)
  fixture.context.clock.advance(2 * minute)
  await fixture.run().catch(() => undefined)
  fixture.context.clock.advance(2 * minute)
  await fixture.pass(10 * second)
  const names = Object.keys((JSON.parse(onServer(id) ?? '') as { default: object }).default)
  expect(names.toSorted()).toEqual(['mine', 'unseen', 'window'])
  await fixture.pass(5 * minute)
  expect(await versions(id)).toEqual(['collected 2', 'uploaded 3 current', 'collected 1'])
})

test('what is no file of MatchZy is left where it is, and keeps nothing from ending', async () => {
  const { id } = await fixture.running()
  save(id, 'window')
  await fixture.pass(3 * minute)
  for (const text of ['{"default": {', '[]', '{"default":{"a":{"Map":"x"}}}', 'x'.repeat(300_000)]) {
    const [one] = fixture.machines.liveOf(id)
    if (one) one.files = { ...one.files, [path()]: text }
    await fixture.pass(3 * minute)
  }
  expect(await versions(id)).toEqual(['collected 1 current'])
  await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(minute)
  expect(await fixture.state(id)).toBe('terminated')
})

test('G21 the end collects them; a renewal brings them to the new server, and without one they go with the data', async () => {
  const { id } = await fixture.running()
  save(id, 'window')
  const { clock } = fixture.context
  await fixture.change(id, { expires_at: clock.now() })
  await fixture.pass(minute)
  expect(await versions(id)).toEqual(['collected 1 current'])
  await fixture.change(id, { expires_at: new Date(clock.now().getTime() + day) })
  await fixture.pass(minute)
  expect(onServer(id)).toBe(fileOf('window'))
  await fixture.pass(9 * day, { watch: false })
  expect(await versions(id)).toEqual([])
})

test('a host that does not give its file delays a removal and does not prevent it', async () => {
  const { id } = await fixture.running()
  save(id, 'window')
  fixture.driver.fail('readFile', 'silent', 20)
  await fixture.change(id, { expires_at: fixture.context.clock.now() })
  await fixture.pass(10 * minute, { watch: false })
  expect([await fixture.state(id), fixture.machines.resources]).toEqual(['terminated', []])
})
