import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import {
  startTemporaryCluster,
  templateDatabase,
} from '@clutch/server/platform/database/embedded/temporary-cluster.ts'
import { isPageBuilt } from '@clutch/server/platform/http/page/page.ts'
import { type Metrics, openMetrics } from '@clutch/server/platform/observability/metrics/open-metrics.ts'
import { databaseSources } from '@clutch/server/portal/portal-metrics.ts'
import { pageFolder, startPortal } from '@clutch/server/portal.ts'
import { notifyRegistryChanged } from '@clutch/server/domains/servers/registry/registry.store.ts'
import {
  type ObservedStatus,
  saveStatuses,
} from '@clutch/server/domains/servers/polling/server-status.store.ts'
import { rebuildRanges } from '@clutch/server/domains/leaderboard/standings/ranges.store.ts'
import { fillBoards, groupFilters } from '../leaderboard/board-data.ts'
import { readPostgresCpuUs } from '../harness/postgres-cpu.ts'
import { registerServers } from '../harness/registered-servers.ts'
import { sampleServers } from '../harness/sample-servers.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { serveTasks } from '../harness/child-program.ts'

/**
 * The portal's web role on a temporary database, or that of `BENCH_DATABASE_URL`, logging as in production, with a list that the bench
 * writes.
 */
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const givenUrl = process.env['BENCH_DATABASE_URL']
const cluster = givenUrl === undefined ? await startTemporaryCluster() : null
const databaseUrl = givenUrl ?? temporaryUrl()
const config = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_ROLES: 'web',
  CLUTCH_DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
})
const portal = await startPortal({
  config,
  log: createDiscardedLog(),
  page: isPageBuilt(pageFolder),
})
const { database } = portal.context
const eventLoopDelay = monitorEventLoopDelay({ resolution: 5 })
let metrics: Metrics | undefined
let ids: string[] = []
let targets: ObservedStatus['target'][] = []

export const servedTasks = serveTasks(
  {
    url: () => portal.url,
    databaseUrl: () => databaseUrl,
    cpuUs: readCpuUs,
    postgresCpuUs: () => readPostgresCpuUs(cluster?.address.host ?? ''),
    fill: setServerCount,
    fillBoard,
    change: changePlayers,
    memory: readHeapBytes,
    watchStalls: resetEventLoopDelay,
    stallP99Ms,
    openMetrics: startRecording,
    scrape: async () => (await metrics?.read())?.body.length ?? 0,
  },
  async () => {
    await portal.stop()
    await cluster?.stop()
    rmSync(folder, { recursive: true })
  },
)

function temporaryUrl(): string {
  const { host = '', port = 0, user = '' } = cluster?.address ?? {}
  const query = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}@localhost/${templateDatabase}?${query.toString()}`
}

/** Fills the all-time board of deathmatch. */
async function fillBoard(players: number): Promise<void> {
  const { all } = await fillBoards(database, players, ids)
  for (const filter of groupFilters) await rebuildRanges(database, all, filter)
}

/** Makes the list `count` servers long and waits until it is served. */
async function setServerCount(count: number): Promise<void> {
  await database.deleteFrom('servers').execute()
  const servers = sampleServers(count)
  ids = servers.map(({ id }) => id)
  targets = servers.map(({ ip, port }) => ({ ip, port, protocol: 'valve' }))
  await registerServers(database, servers)
  const statuses = servers.map(
    ({ id, ip, port, players, map, open, bots, locked }): [string, ObservedStatus] => {
      const [current = 0, max = 0] = players.split('/').map(Number)
      const target = { ip, port, protocol: 'valve' }
      return [
        id,
        {
          target,
          status: {
            state: open ? 'online' : 'offline',
            map,
            players: current,
            max,
            bots,
            locked,
            gameVersion: null,
          },
        },
      ]
    },
  )
  await database.transaction().execute(notifyRegistryChanged)
  await saveStatuses(database, new Map(statuses), new Date())
  for (let listed = -1; listed !== count;) {
    const answer = await fetch(`${portal.url}/api/servers`)
    const list = (await answer.json()) as { players: string }[]
    listed = list.filter(({ players }) => players !== '0/0').length
  }
}

/** Changes the players of some servers, as a poll would. */
async function changePlayers(count: number): Promise<void> {
  const changed = ids.slice(0, count).flatMap((id, place): [string, ObservedStatus][] => {
    const target = targets[place]
    if (target === undefined) return []
    const players = Math.floor(Math.random() * 20)
    const status = {
      state: 'online',
      map: 'de_dust2',
      players,
      max: 20,
      bots: 0,
      locked: false,
      gameVersion: null,
    } as const
    return [[id, { target, status }]]
  })
  await saveStatuses(database, new Map(changed), new Date())
}

/** Records metrics from now on, as with `CLUTCH_METRICS_PORT`. */
async function startRecording(): Promise<void> {
  const { context } = portal
  metrics = await openMetrics(context, { version: 'bench', database: databaseSources(context) })
}

/** CPU this process has used. */
function readCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Resident memory after a collection, bytes. */
function readHeapBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

function resetEventLoopDelay(): void {
  eventLoopDelay.reset()
  eventLoopDelay.enable()
}

/** How long the event loop was held up, beyond the sampling's own 5 ms. */
function stallP99Ms(): number {
  eventLoopDelay.disable()
  return Math.max(0, eventLoopDelay.percentile(99) / 1e6 - 5)
}
