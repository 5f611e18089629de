import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rosterMaxAgeMs, scoreMaxAgeMs } from '@clutch/contract/limits.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'
import type { RentalRow } from '../rentals.store.ts'
import { recordMatchScores } from './match-scores.service.ts'

let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ map: 'de_nuke', players: 2, bots: 0, players_max: 16 })
    .execute()
})
afterAll(() => fixture.close())

const live = async () => (await fixture.server(ann)).live

/** MatchZy reports an event of the rental. */
async function report(event: object): Promise<void> {
  const receivedAt = fixture.context.clock.now()
  const one = { serverId: null, rentalId: rental.id, receivedAt, event } as never
  await fixture.context.database.transaction().execute((tx) => recordMatchScores(tx, [one]))
}

const team = (name: string, score?: number) => ({ id: '', name, ...(score !== undefined && { score }) })

/** The server's log names these players. */
async function log(people: Record<string, { name: string }>, more: object = {}): Promise<void> {
  const state = JSON.stringify({
    ...more,
    people: Object.fromEntries(
      Object.entries(people).map(([key, { name }]) => [
        key,
        { name, userId: 1, team: 'CT', is: 'here', playedMs: 0 },
      ]),
    ),
  })
  const at = new Date(fixture.now)
  await fixture.context.database
    .insertInto('event_streams')
    .values({ rental_id: rental.id, kind: 'log', token: `t${fixture.now}`, head: 1, state, heard_at: at })
    .execute()
}

test('the card names who plays, without bots, and without what could pass for something else', async () => {
  await log({
    '76561198000000001': { name: '队长 <b>\u202e\u0007 x' },
    bot1: { name: 'Ivan' },
  })
  expect(await live()).toMatchObject({ people: [{ name: '队长 <b> x', steamid: '76561198000000001' }] })
  fixture.context.clock.advance(rosterMaxAgeMs)
  expect(await live()).toMatchObject({ people: [] })
})

test('an empty server names no one, whatever its log said last', async () => {
  await log({ '76561198000000001': { name: 'A' } })
  await fixture.context.database.updateTable('rental_instances').set({ players: 0 }).execute()
  expect(await live()).toMatchObject({ players: 0, people: [] })
})

test('the score follows the rounds, and ends with the map', async () => {
  await report({ event: 'series_start', team1: team('Owls'), team2: team('Foxes') })
  expect(await live()).toMatchObject({
    score: { teams: [team0('Owls', 0), team0('Foxes', 0)], over: false },
  })
  await report({ event: 'round_end', team1: team('Owls', 3), team2: team('Foxes', 2) })
  expect(await live()).toMatchObject({ score: { teams: [{ score: 3 }, { score: 2 }], over: false } })
  await report({ event: 'map_result', team1: team('Owls', 13), team2: team('Foxes', 2) })
  expect(await live()).toMatchObject({ score: { teams: [{ score: 13 }, { score: 2 }], over: true } })
  fixture.context.clock.advance(scoreMaxAgeMs)
  expect(await live()).toMatchObject({ score: null })
})

test('without MatchZy the score is that of the log, by sides, of the present map', async () => {
  await log({}, { map: 'de_nuke', score: { ct: 4, t: 7, over: false } })
  const teams = [
    { name: 'CT', score: 4 },
    { name: 'T', score: 7 },
  ]
  expect(await live()).toMatchObject({ score: { by: 'log', teams, over: false } })
  await report({ event: 'round_end', team1: team('Owls', 8), team2: team('Foxes', 4) })
  expect(await live()).toMatchObject({ score: { by: 'matchzy', teams: [{ score: 8 }, { score: 4 }] } })
  fixture.context.clock.advance(1_000)
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ started_at: new Date(fixture.now) })
    .execute()
  expect(await live()).toMatchObject({ score: { by: 'log' } })
  await fixture.context.database.updateTable('rental_instances').set({ map: 'de_dust2' }).execute()
  expect(await live()).toMatchObject({ score: null })
})

test('without MatchZy and without a score in the log none is known', async () => {
  await log({ '76561198000000001': { name: 'A' } }, { map: 'de_nuke' })
  expect(await live()).toMatchObject({ players: 2, people: [{ name: 'A' }], score: null })
})

const team0 = (name: string, score: number) => ({ name, score })

test('a score of before a restart is of another match', async () => {
  await report({ event: 'round_end', team1: team('A', 3), team2: team('B', 2) })
  fixture.context.clock.advance(1_000)
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ started_at: new Date(fixture.now) })
    .execute()
  expect(await live()).toMatchObject({ score: null })
})

test.each([
  ['no team', { event: 'round_end', team1: team('A', 1) }],
  ['a text for a score', { event: 'round_end', team1: { name: 'A', score: '1' }, team2: team('B', 1) }],
  ['a score that no match has', { event: 'round_end', team1: team('A', 1e9), team2: team('B', 1) }],
  ['another event', { event: 'side_picked', team1: team('A', 1), team2: team('B', 1) }],
])('a report with %s says nothing', async (_what, event) => {
  await report(event)
  expect(await live()).toMatchObject({ score: null })
})

test('names of teams are shortened and lose line ends', async () => {
  await report({ event: 'round_end', team1: team(`a\n\u2028${'b'.repeat(999)}`, 1), team2: team('', 0) })
  const [first] = (await live())?.score?.teams ?? []
  expect(first?.name).toBe(`a ${'b'.repeat(62)}`)
})
