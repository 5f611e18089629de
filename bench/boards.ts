import { boardPageSize, boardTopCount } from '@clutch/contract/limits.ts'
import { peer } from '@clutch/tools/testing.ts'
import { countIntoBoards } from '@clutch/server/leaderboard/index.ts'
import { selectPage } from '@clutch/server/leaderboard/page-store.ts'
import { selectPlayerRows } from '@clutch/server/leaderboard/ranks-store.ts'
import { rebuildRanges } from '@clutch/server/leaderboard/ranges-store.ts'
import { sql } from 'kysely'
import { changesOf } from './board-changes.ts'
import { type BenchBoards, fillBoards, filters, steamIdOf } from './board-data.ts'
import { patient, showSettings, startForBench } from './embedded.ts'
import { aim, hold, median, printTable, quick } from './figures.ts'
import { postgresUs } from './postgres-time.ts'
import { RedisBoard } from './redis-board.ts'
import { register } from './registered.ts'
import { sampleServers, seeded } from './sample-servers.ts'

/**
 * A board of a million players (`npm run prove`: ten million) in the embedded database, asked over its socket: pages,
 * ranks, filtered by group, warm, then again while batches of 10,000 players change it. Beside it Redis sorted sets that
 * hold the same order, one for everybody and one for each filter, by turns in the same run. Redis orders by one number
 * and then by the text of the member: deaths are packed below the kills to make it answer the same, and what is counted
 * of a player is not in it.
 */
const proving = process.env['CLUTCH_PROVE'] === '1'
const players = quick ? 100_000 : proving ? 10_000_000 : 1_000_000
const calls = quick ? 100 : 1_000
const warmUp = 20
const changed = 10_000
const batches = quick ? 3 : 10
const p99MaxMs = 10
const applyMaxMs = 1_000
/** How many times the processor time of Redis ours may take: the order of memory beside that of a database. */
const cpuRatioMax = 80
const pro = 1
const anyGroup = 7

const random = seeded(7)
const anyPlayer = () => steamIdOf(1 + Math.floor(random() * players))
const servers = sampleServers(200)
const serverIds = servers.map(({ id }) => id)

const { database, folder, stop } = await startForBench(patient)
try {
  await register(database, servers)
  const boards = await timed(`${players} players on two boards are filled in`, () =>
    fillBoards(database, players, serverIds),
  )
  await timed('their ranges are counted', async () => {
    for (const board of Object.values(boards)) {
      for (const filter of filters) await rebuildRanges(database, board, filter)
    }
  })
  const redis = peer('redis-server') ? await RedisBoard.copy(database, boards.all) : null
  try {
    console.log(await showSettings(database))
    if (redis) await compare(boards, redis)
    await measure('warm', boards, redis)
    await reportSize(redis)
    await apply()
    await measure('right after the changes', boards, null)
  } finally {
    await redis?.stop()
  }
} finally {
  await stop()
}

interface Question {
  name: string
  ours: () => Promise<unknown>
  redis: (board: RedisBoard) => Promise<unknown>
}

async function questionsOf({ all }: BenchBoards): Promise<Question[]> {
  const standing = async (filter: number) =>
    (await selectPage(database, { boardId: all, filter }, 0, 1)).total
  const page = (name: string, filter: number, place: () => number, count = boardPageSize): Question => {
    let at = 0
    return {
      name,
      ours: () => selectPage(database, { boardId: all, filter }, (at = place()), count),
      redis: (board) => board.page(filter, at, count),
    }
  }
  const rank = (): Question => {
    let steamId = ''
    return {
      name: 'rank of any player',
      ours: () => selectPlayerRows(database, [all], (steamId = anyPlayer())),
      redis: (board) => board.rank(0, steamId),
    }
  }
  const pages = Math.ceil((await standing(0)) / boardPageSize)
  const prosPages = Math.ceil((await standing(pro)) / boardPageSize)
  const groupPages = Math.ceil((await standing(anyGroup)) / boardPageSize)
  const anyOf = (count: number) => () => Math.floor(random() * count) * boardPageSize
  return [
    page('first five', 0, () => 0, boardTopCount),
    page('first page', 0, () => 0),
    page('middle page', 0, () => Math.floor(pages / 2) * boardPageSize),
    page('last page', 0, () => (pages - 1) * boardPageSize),
    page('any page', 0, anyOf(pages)),
    page('any page of pro', pro, anyOf(prosPages)),
    page('any page of pro, kol, op', anyGroup, anyOf(groupPages)),
    rank(),
  ]
}

/** The same players at the same places, or the two do not hold the same board. */
async function compare({ all }: BenchBoards, redis: RedisBoard): Promise<void> {
  let same = true
  for (const filter of filters) {
    const { total } = await selectPage(database, { boardId: all, filter }, 0, 1)
    for (const place of [0, Math.floor(total / 2), Math.max(0, total - boardPageSize)]) {
      const { rows } = await selectPage(database, { boardId: all, filter }, place, boardPageSize)
      const there = await redis.page(filter, place, boardPageSize)
      same &&= rows.map(({ steam_id }) => steam_id).join() === there.join() && rows.length > 0
    }
  }
  for (let asked = 0; asked < 50; asked++) {
    const steamId = anyPlayer()
    const [row] = await selectPlayerRows(database, [all], steamId)
    same &&= Number(row?.rank) === (await redis.rank(0, steamId))
  }
  hold(same, 'pages and ranks are those of Redis')
}

async function measure(when: string, boards: BenchBoards, redis: RedisBoard | null): Promise<void> {
  const questions = await questionsOf(boards)
  const rows: (string | number)[][] = []
  let worst = 0
  const before = { ours: postgresUs(folder), redis: (await redis?.cpuUs()) ?? NaN }
  for (const { name, ours, redis: theirs } of questions) {
    const times: { ours: number[]; redis: number[] } = { ours: [], redis: [] }
    for (let call = 0; call < calls + warmUp; call++) {
      const took = await msOf(ours)
      const peerTook = redis ? await msOf(() => theirs(redis)) : NaN
      if (call < warmUp) continue
      times.ours.push(took)
      times.redis.push(peerTook)
    }
    const p99 = percentile(times.ours, 99)
    worst = Math.max(worst, p99)
    const figures = [median(times.ours), p99, median(times.redis), percentile(times.redis, 99)]
    rows.push([name, ...figures.map((ms) => (Number.isNaN(ms) ? '' : ms.toFixed(2)))])
  }
  printTable(`A board of ${players} players, ${when}, ms`, ['', 'p50', 'p99', 'Redis p50', 'Redis p99'], rows)
  const [ours, peers] = [postgresUs(folder) - before.ours, ((await redis?.cpuUs()) ?? NaN) - before.redis]
  if (!Number.isNaN(ours / peers)) {
    const each = questions.length * (calls + warmUp)
    const ratio = ours / peers
    console.log(`CPU a question: ${(ours / each).toFixed(0)} µs, Redis ${(peers / each).toFixed(0)} µs`)
    hold(ratio <= cpuRatioMax, `${ratio.toFixed(0)} times the CPU of Redis, at most ${cpuRatioMax}`)
  }
  aim(worst <= p99MaxMs, `p99 ${worst.toFixed(2)} ms, at most ${p99MaxMs}`)
}

async function reportSize(redis: RedisBoard | null): Promise<void> {
  const { rows } = await sql<{ name: string; bytes: string; rows: string }>`
    select name, pg_total_relation_size(name::regclass) as bytes, (select count(*) from board_rows) as rows
    from unnest(array['board_rows', 'standings', 'standing_ranges', 'standing_blocks']) as name
  `.execute(database)
  const each = rows.map(({ name, bytes, rows: count }) => [name, Number(bytes) / Number(count)] as const)
  const total = each.reduce((sum, [, bytes]) => sum + bytes, 0)
  const parts = each.map(([name, bytes]) => `${name} ${bytes.toFixed(1)}`)
  console.log(`${total.toFixed(0)} bytes a player row (${parts.join(', ')})`)
  if (redis)
    console.log(`Redis: ${((await redis.memory()) / players).toFixed(0)} bytes a player, without counts`)
}

/** Batches of many servers that change 10,000 players, on both boards. */
async function apply(): Promise<void> {
  const count = countIntoBoards({ clock: { now: () => new Date(), monotonicMs: () => performance.now() } })
  const times: number[] = []
  for (let batch = 0; batch < batches; batch++) {
    const steamIds = new Set<string>()
    while (steamIds.size < Math.min(changed, players)) steamIds.add(anyPlayer())
    const changes = changesOf([...steamIds], serverIds)
    times.push(await msOf(() => database.transaction().execute((tx) => count(tx, changes))))
  }
  const middle = median(times)
  console.log(
    `${changed} players changed on two boards: ${middle.toFixed(0)} ms, ` +
      `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`,
  )
  aim(middle <= applyMaxMs, `${changed} changed players in ${middle.toFixed(0)} ms, at most ${applyMaxMs}`)
}

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await act()
  console.log(`${what} in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return done
}

async function msOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)] ?? NaN
}
