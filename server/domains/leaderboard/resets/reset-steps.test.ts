import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isProving, propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import { continueResets, runResetStep } from './reset-steps.service.ts'
import { selectUnfinishedResets } from './resets.store.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'
import { expectBoardInvariants } from '../testing/board-invariants.ts'

vi.setConfig({ testTimeout: 120_000 })

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

/** Opens a season, or closes the open one; returns the one that is open then. */
async function turnSeason(open: string | null): Promise<string | null> {
  boards.context.clock.advance(1_000)
  const path = open ? `seasons/${open}/close` : 'seasons'
  const { status, body } = await boards.operate<{ id: string }>(
    'POST',
    path,
    open ? undefined : { name: { en: 'Autumn' } },
  )
  expect(status).toBe(200)
  return open ? null : body.id
}

const many = 4_500
const everybody = Array.from({ length: many }, (_each, n) => n)

/** Adds counts to every player: more than two steps of a reset. */
function countEverybody(): Promise<void> {
  return boards.count(Object.fromEntries(everybody.map((n) => [n, { kills: 1 + (n % 50), deaths: n % 7 }])))
}

/** One step of the oldest unfinished reset, as the worker makes it. */
async function stepOnce(fails = false): Promise<void> {
  const [oldest] = await selectUnfinishedResets(boards.context.database)
  if (!oldest) return
  await withBoardLock(boards.context, async (tx) => {
    await runResetStep(tx, oldest, boards.context.clock.now())
    if (fails) throw new Error('the process ends here')
  })
}

/** Returns all counts on the boards of spans or held by resets, by player: everything ever counted. */
async function held(): Promise<Map<string, string>> {
  const { database } = boards.context
  const rows = database
    .selectFrom('board_rows')
    .innerJoin('boards', 'boards.id', 'board_id')
    .where('span', '<>', 'all')
    .select(['steam_id', 'kills', 'deaths'])
  const saved = database.selectFrom('board_reset_rows').select(['steam_id', 'kills', 'deaths'])
  const sums = await database
    .selectFrom(rows.unionAll(saved).as('every'))
    .select(({ fn }) => [
      'steam_id',
      fn.sum<string>('kills').as('kills'),
      fn.sum<string>('deaths').as('deaths'),
    ])
    .groupBy('steam_id')
    .execute()
  return new Map(sums.map(({ steam_id, kills, deaths }) => [steam_id, `${kills}-${deaths}`]))
}

async function total(): Promise<number> {
  return (await boards.page('dm')).total
}

test('I3 fairness: a reset interrupted between or inside its steps continues; nothing is lost or doubled', async () => {
  await countEverybody()
  const counted = await held()
  const { id, state } = await reset({ mode: 'dm' })
  expect(state).toBe('running')
  await expect(stepOnce(true)).rejects.toThrow('the process ends here')
  await expectBoardInvariants(boards.context.database)
  expect(await held()).toEqual(counted)
  await stepOnce()
  await expectBoardInvariants(boards.context.database)
  expect(await held()).toEqual(counted)
  expect(await total()).toBeGreaterThan(0)
  await continueResets(boards.context)
  expect(await total()).toBe(0)
  expect((await boards.operate('GET', 'resets')).body).toMatchObject([{ id, state: 'done', rows: many }])
  await undo(id)
  await expect(stepOnce(true)).rejects.toThrow('the process ends here')
  await stepOnce()
  await expectBoardInvariants(boards.context.database)
  expect(await held()).toEqual(counted)
  await continueResets(boards.context)
  expect((await boards.operate('GET', 'resets')).body).toMatchObject([{ id, state: 'undone', rows: 0 }])
  expect(await total()).toBe(many)
  expect(await held()).toEqual(counted)
  await expectBoardInvariants(boards.context.database)
})

test.runIf(isProving)('I3 fairness: two processes may work off one reset while counts go on', async () => {
  await countEverybody()
  const { id } = await reset({ mode: 'dm' })
  await Promise.all([
    continueResets(boards.context),
    continueResets(boards.context),
    ...[1, 2, 3].map(() => boards.count({ 1: { kills: 1 }, 4_499: { kills: 1 }, 5_000: { kills: 1 } })),
  ])
  await expectBoardInvariants(boards.context.database)
  const afterwards = await held()
  await undo(id)
  await Promise.all([continueResets(boards.context), continueResets(boards.context), countEverybody()])
  await expectBoardInvariants(boards.context.database)
  expect(await total()).toBe(many + 1)
  expect((await held()).get(playerId(5_000))).toBe('3-0')
  expect(afterwards.get(playerId(1))).toBe('5-1')
  expect((await held()).get(playerId(1))).toBe('7-2')
})

test('I3 fairness: undoing a running reset stops it and restores the counts it took', async () => {
  await countEverybody()
  const counted = await held()
  const { id, rows } = await reset({ mode: 'dm' })
  expect(rows).toBeLessThan(many)
  await undo(id)
  await continueResets(boards.context)
  expect(await total()).toBe(many)
  expect(await held()).toEqual(counted)
  expect((await boards.operate('GET', 'resets')).body).toMatchObject([{ state: 'undone', rows: 0 }])
  await expectBoardInvariants(boards.context.database)
})

type Act =
  | { kind: 'count'; players: Record<string, { kills: number; deaths: number }> }
  | { kind: 'everybody' | 'step' | 'reset' | 'season' }
  | { kind: 'undo' | 'hide' | 'show' | 'resetPlayer'; n: number }

const nth = fc.nat(many + 100)
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('count'),
      players: fc.dictionary(
        nth.map(String),
        fc.record({ kills: fc.integer({ min: -5, max: 5 }), deaths: fc.integer({ min: -2, max: 2 }) }),
        { maxKeys: 50 },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('step') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('everybody', 'season') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reset') }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('undo', 'hide', 'show', 'resetPlayer'), n: nth }),
  },
) as fc.Arbitrary<Act>

/** Adds counts to the total ever counted. */
function note(ever: Map<string, [number, number]>, players: (Act & { kind: 'count' })['players']) {
  for (const [n, { kills, deaths }] of Object.entries(players)) {
    const [k, d] = ever.get(playerId(Number(n))) ?? [0, 0]
    ever.set(playerId(Number(n)), [k + kills, d + deaths])
  }
}

async function perform(act: Act, ids: { resets: string[]; season: string | null }): Promise<void> {
  if (act.kind === 'count') await boards.count(act.players)
  else if (act.kind === 'everybody') await countEverybody()
  else if (act.kind === 'step') await stepOnce()
  else if (act.kind === 'reset') ids.resets.push((await reset({ mode: 'dm' })).id)
  else if ('n' in act) await performOn(act.kind, act.n, ids.resets)
  else ids.season = await turnSeason(ids.season)
}

async function performOn(kind: (Act & { n: number })['kind'], n: number, resets: string[]): Promise<void> {
  if (kind === 'resetPlayer') resets.push((await reset({ steamId: playerId(n) })).id)
  else if (kind !== 'undo') {
    const method = kind === 'hide' ? 'PUT' : 'DELETE'
    await boards.operate(method, `hidden-players/${playerId(n)}`, kind === 'hide' ? {} : undefined)
  } else if (resets.length > 0) {
    expect((await undo(resets[n % resets.length] ?? '')).status).toBeOneOf([200, 409])
  }
}

test('I3 fairness: whatever order counts, resets in steps and undos come in, nothing is lost and all-time is the sum of the spans', async () => {
  const ever = new Map<string, [number, number]>()
  const ids = { resets: [] as string[], season: null as string | null }
  const seed = everybody.map((n) => [String(n), { kills: 1 + (n % 50), deaths: n % 7 }] as const)
  await countEverybody()
  note(ever, Object.fromEntries(seed))
  const sums = () =>
    new Map([...ever].filter(([, [k, d]]) => k !== 0 || d !== 0).map(([id, [k, d]]) => [id, `${k}-${d}`]))
  const nonZero = async () => new Map([...(await held())].filter(([, sum]) => sum !== '0-0'))
  // One long history: each run continues from the state of the last one.
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 4 }), async (each) => {
      for (const act of each) {
        await perform(act, ids)
        if (act.kind === 'count') note(ever, act.players)
        if (act.kind === 'everybody') note(ever, Object.fromEntries(seed))
      }
      await expectBoardInvariants(boards.context.database)
      expect(await nonZero()).toEqual(sums())
    }),
    { numRuns: propertyRuns(200, 5), endOnFailure: true },
  )
  await continueResets(boards.context)
  for (const id of ids.resets) await undo(id)
  await continueResets(boards.context)
  const left = await boards.context.database.selectFrom('board_reset_rows').selectAll().execute()
  expect(left).toEqual([])
  expect(await nonZero()).toEqual(sums())
  await expectBoardInvariants(boards.context.database)
}, 600_000)
