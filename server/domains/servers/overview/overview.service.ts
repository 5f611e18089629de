import type { Overview, OverviewRange } from '@clutch/contract/api/console/console.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type PlayerCountStep, selectPlayerCountSteps } from '../history/history.store.ts'
import * as store from './overview.store.ts'
import { readMode } from '../list/listed-server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long each range is, and the steps it is asked for in. */
const rangeSteps: Record<OverviewRange, { ms: number; stepMs: number }> = {
  // Drawn in steps of ten minutes, unless there are only some minutes yet.
  '24h': { ms: dayMs, stepMs: minuteMs },
  '7d': { ms: 7 * dayMs, stepMs: hourMs },
  '30d': { ms: 30 * dayMs, stepMs: 6 * hourMs },
}

type ServerSummaries = Overview['servers']

/** Players on these servers together now, and on all servers over a range, and over the one before, whose times are those it is drawn at. */
export async function getPlayerCounts(
  queries: Queries,
  servers: ServerSummaries,
  range: OverviewRange,
  now: Date,
): Promise<Overview['players']> {
  const { ms, stepMs } = rangeSteps[range]
  const end = Math.min(stepMs, hourMs)
  const to = Math.ceil(now.getTime() / end) * end
  const from = to - ms
  const steps = (first: number, last: number) =>
    selectPlayerCountSteps(queries, { from: new Date(first), to: new Date(last), stepMs })
  const [points, before] = await Promise.all([steps(from, to), steps(from - ms, from)])
  const online = countOnline(servers)
  const toPoints = (rows: readonly PlayerCountStep[], shift: number) =>
    rows.map(({ at, players }) => ({ at: at.getTime() + shift, players: Math.round(players * 10) / 10 }))
  const draw = range === '24h' ? averagePoints : (all: Overview['players']['points']) => all
  const earlier = draw(toPoints(before, ms))
  return {
    now: online,
    change: percentChange(online, earlier, now),
    from,
    to,
    points: draw(toPoints(points, 0)),
    before: earlier,
  }
}

const maxPoints = 120
const chartStepMs = 10 * minuteMs

/** Reduces many minutes to steps of ten, each the average of its known values. */
function averagePoints(points: Overview['players']['points']): Overview['players']['points'] {
  if (points.length <= maxPoints) return points
  const groups = Map.groupBy(points, ({ at }) => Math.floor(at / chartStepMs) * chartStepMs)
  return [...groups].map(([at, group]) => ({
    at,
    players: Math.round((group.reduce((sum, { players }) => sum + players, 0) / group.length) * 10) / 10,
  }))
}

/** A summary of every registered server, in the order that players see. */
export async function listServerSummaries(queries: Queries): Promise<ServerSummaries> {
  const [rows, { at }] = await Promise.all([
    store.selectServerSummaries(queries),
    store.selectListVersion(queries),
  ])
  return rows.map(
    ({ id, name, category, hidden, state, map, players, max, players_max, heard: lastReport }) => ({
      id,
      name,
      category: readMode(category),
      state: hidden ? 'hidden' : state === 'online' ? 'online' : state === 'offline' ? 'offline' : 'unknown',
      map: map ?? '',
      players: players ?? 0,
      max: players_max ?? max ?? 0,
      seen: state === 'online' && !hidden ? at.getTime() : (lastReport?.getTime() ?? null),
    }),
  )
}

/** How many servers are registered. */
export function countServers(queries: Queries): Promise<number> {
  return store.countServers(queries)
}

/** When a poller last confirmed the list, as `listIsFresh` reads it. */
export async function getListFreshness(
  queries: Queries,
): Promise<{ at: number; snapshot: { version: string } }> {
  const { version, at } = await store.selectListVersion(queries)
  return { at: at.getTime(), snapshot: { version } }
}

/** A few servers whose name or address a text is a part of. */
export async function searchServers(
  queries: Queries,
  find: string,
  limit: number,
): Promise<{ id: string; name: string; address: string }[]> {
  const rows = await store.selectServersByText(queries, find, limit)
  return rows.map(({ id, name, ip, port }) => ({ id, name, address: `${ip}:${port}` }))
}

function countOnline(servers: ServerSummaries): number {
  return servers.filter(({ state }) => state === 'online').reduce((sum, { players }) => sum + players, 0)
}

/** In percent, against the step of the period before that `now` falls into. */
function percentChange(
  online: number,
  earlier: readonly { at: number; players: number }[],
  now: Date,
): number | null {
  const then = earlier.findLast(({ at }) => at <= now.getTime())
  if (!then || then.players === 0 || now.getTime() - then.at > dayMs / 4) return null
  return Math.round(((online - then.players) / then.players) * 1_000) / 10
}
