import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { continueResets } from './reset-steps.service.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'
import { expectBoardInvariants } from '../testing/board-invariants.ts'

interface Reset {
  id: string
  rows: number
  state: string
}

let boards: BoardFixture

beforeEach(async () => {
  boards = await BoardFixture.open()
})

afterEach(() => boards.close())

async function reset(scope: object): Promise<Reset> {
  const { status, body } = await boards.operate<Reset>('POST', 'resets', scope)
  expect(status).toBe(200)
  return body
}

const undo = (id: string) => boards.operate<Reset>('POST', `resets/${id}/undo`)

async function openSeason(): Promise<string> {
  boards.context.clock.advance(1_000)
  const { body } = await boards.operate<{ id: string }>('POST', 'seasons', { name: { en: 'Autumn' } })
  return body.id
}

async function closeSeason(id: string): Promise<void> {
  boards.context.clock.advance(1_000)
  expect((await boards.operate('POST', `seasons/${id}/close`)).status).toBe(200)
  boards.context.clock.advance(1_000)
}

/** Returns the players of a board with kills and deaths, `p1 30-3`. */
async function scores(mode: BoardMode, season = 'all'): Promise<string[]> {
  const { data } = await boards.page(mode, `season=${season}`)
  return data.map(({ nickname, kills, deaths }) => `${nickname} ${kills}-${deaths}`)
}

/** Two players in two modes: between seasons, in a season that is over, and in the one that is open. */
async function playThrough(): Promise<{ over: string; open: string }> {
  const both = async (kills: number) => {
    for (const mode of ['dm', 'solo'] as const) {
      await boards.count({ 1: { kills, deaths: 1 }, 2: { kills: 2 * kills, headshots: kills } }, { mode })
    }
  }
  await both(1)
  const over = await openSeason()
  await both(10)
  await closeSeason(over)
  const open = await openSeason()
  await both(100)
  return { over, open }
}

test("I3 fairness: a player's reset takes all their counts everywhere before it answers, and no other player's", async () => {
  const { over, open } = await playThrough()
  const made = await reset({ steamId: playerId(2) })
  expect(made).toEqual({
    id: made.id,
    steamId: playerId(2),
    rows: 6,
    state: 'done',
    created: boards.context.clock.now().getTime(),
  })
  for (const mode of ['dm', 'solo'] as const) {
    expect(await scores(mode)).toEqual(['p1 111-3'])
    expect(await scores(mode, over)).toEqual(['p1 10-1'])
    expect(await scores(mode, open)).toEqual(['p1 100-1'])
  }
  await expectBoardInvariants(boards.context.database)
  expect((await boards.operate('GET', 'resets')).body).toEqual([made])
})

test('I3 fairness: a reset of a mode, a season, the time between, or where they meet takes just that', async () => {
  const { over, open } = await playThrough()
  const before = await scores('dm')
  const taken = async (scope: object) => {
    const { id } = await reset(scope)
    await continueResets(boards.context)
    await expectBoardInvariants(boards.context.database)
    const left = [
      await scores('dm'),
      await scores('dm', over),
      await scores('dm', open),
      await scores('solo'),
    ]
    expect((await undo(id)).status).toBe(200)
    await continueResets(boards.context)
    await expectBoardInvariants(boards.context.database)
    expect(await scores('dm')).toEqual(before)
    return left.map(([first = '']) => first)
  }
  expect(await taken({ mode: 'dm' })).toEqual(['', '', '', 'p2 222-0'])
  expect(await taken({ season: over })).toEqual(['p2 202-0', '', 'p2 200-0', 'p2 202-0'])
  expect(await taken({ season: 'between' })).toEqual(['p2 220-0', 'p2 20-0', 'p2 200-0', 'p2 220-0'])
  expect(await taken({ season: open, mode: 'dm' })).toEqual(['p2 22-0', 'p2 20-0', '', 'p2 222-0'])
  const meeting = { steamId: playerId(2), season: over, mode: 'dm' }
  expect(await taken(meeting)).toEqual(['p2 202-0', 'p1 10-1', 'p2 200-0', 'p2 222-0'])
})

test('I3 fairness: undo adds the taken counts to those played since; counts subtracted since stay subtracted', async () => {
  await boards.count({ 1: { kills: 10, deaths: 4 } })
  const { id } = await reset({ steamId: playerId(1), mode: 'dm' })
  await boards.count({ 1: { kills: -2, deaths: -1 } })
  expect(await scores('dm')).toEqual([])
  await expectBoardInvariants(boards.context.database)
  await boards.count({ 1: { kills: 5 } })
  expect(await scores('dm')).toEqual(['p1 3-0'])
  expect((await undo(id)).body).toMatchObject({ state: 'undone', rows: 0 })
  expect(await scores('dm')).toEqual(['p1 13-3'])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: spans that cancel each other out leave no row of nothing behind', async () => {
  await boards.count({ 1: { kills: 3 } })
  await openSeason()
  await boards.count({ 1: { kills: -3 } })
  await expectBoardInvariants(boards.context.database)
  const { id } = await reset({ steamId: playerId(1) })
  await expectBoardInvariants(boards.context.database)
  expect((await undo(id)).body).toMatchObject({ state: 'undone', rows: 0 })
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: a hidden player is reset and restored like every other, and stays hidden', async () => {
  await boards.count({ 1: { kills: 3 }, 2: { kills: 2 } })
  await boards.operate('PUT', `hidden-players/${playerId(1)}`, {})
  const { id, rows } = await reset({ mode: 'dm' })
  expect(rows).toBe(2)
  await undo(id)
  expect(await scores('dm')).toEqual(['p2 2-0'])
  await boards.operate('DELETE', `hidden-players/${playerId(1)}`)
  expect(await scores('dm')).toEqual(['p1 3-0', 'p2 2-0'])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: overlapping resets each take a part, and each restores its own', async () => {
  await playThrough()
  const before = [await scores('dm'), await scores('solo')]
  const first = await reset({ mode: 'dm' })
  await continueResets(boards.context)
  const second = await reset({ steamId: playerId(1) })
  expect(second.rows).toBe(3)
  await undo(first.id)
  await continueResets(boards.context)
  expect(await scores('dm')).toEqual(before[0])
  await undo(second.id)
  expect([await scores('dm'), await scores('solo')]).toEqual(before)
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: only an operator resets; a scope must name something that exists; undo is once', async () => {
  const url = '/api/operator/resets'
  expect((await boards.app.inject(url)).statusCode).toBe(401)
  const unsigned = { method: 'POST', payload: { mode: 'dm' } } as const
  expect((await boards.app.inject({ ...unsigned, url })).statusCode).toBe(401)
  expect((await boards.app.inject({ ...unsigned, url: `${url}/${randomUUID()}/undo` })).statusCode).toBe(401)
  for (const scope of [
    {},
    { mode: 'casual' },
    { steamId: '12' },
    { season: 'last' },
    { mode: 'dm', all: 1 },
  ]) {
    expect((await boards.operate('POST', 'resets', scope)).status).toBe(400)
  }
  const unknown = await boards.operate('POST', 'resets', { season: randomUUID() })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'season.not_found' } })
  expect((await boards.operate('GET', 'resets')).body).toEqual([])
  expect(await undo(randomUUID())).toMatchObject({ status: 404, body: { code: 'reset.not_found' } })
  expect((await boards.operate('POST', 'resets/x/undo')).status).toBe(400)
  const { id } = await reset({ mode: 'dm' })
  expect((await undo(id)).status).toBe(200)
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'reset.already_undone' } })
})
