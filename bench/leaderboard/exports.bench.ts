import { Agent, type IncomingMessage, get } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { startDatabaseClock } from '@clutch/server/platform/clock/clock.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { databaseTime } from '@clutch/server/platform/database/index.ts'
import type { AppContext } from '@clutch/server/platform/context.ts'
import { Jobs } from '@clutch/server/platform/jobs/index.ts'
import { KeyRing, makeSecretKey } from '@clutch/server/platform/keys/keys.ts'
import { rebuildRanges } from '@clutch/server/domains/leaderboard/standings/ranges.store.ts'
import { createLog } from '@clutch/server/platform/logging/logger.ts'
import { composeApp } from '@clutch/server/portal.ts'
import { fillBoards, groupFilters } from './board-data.ts'
import { bulkLoadDeadlines, startBenchDatabase } from '../harness/embedded-database.ts'
import { assertClaim, median, printTable, isQuick } from '../harness/results.ts'
import { registerServers } from '../harness/registered-servers.ts'
import { sampleServers } from '../harness/sample-servers.ts'

/**
 * Measures how long a page of a board takes while 20 visitors, each from its own address, download the whole
 * board of 30,000, against the same page of the idle portal in the same run. The board changes before each
 * round, so that each round builds the file again.
 */
const players = 30_000
const visitors = 20
const rounds = isQuick ? 3 : 10
const idlePages = 60
const maxRatio = 10

const embedded = await startBenchDatabase(bulkLoadDeadlines)
const { database } = embedded
const log = createLog('error', process.stderr)
const clock = await startDatabaseClock(() => databaseTime(database), console.error)
let aheadMs = 0
const context: AppContext = {
  config: {
    ...readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0' }),
    dataDir: join(embedded.folder, 'portal'),
  },
  keys: new KeyRing(makeSecretKey()),
  jobs: new Jobs(database, log),
  database,
  // A file is some seconds old at most: each round is as much later.
  clock: { now: () => new Date(clock.now().getTime() + aheadMs), monotonicMs: () => clock.monotonicMs() },
  log,
}
const app = await composeApp(context, { page: false })
const agent = new Agent({ keepAlive: true })
try {
  const servers = sampleServers(10)
  await registerServers(database, servers)
  const boards = await fillBoards(
    database,
    players,
    servers.map(({ id }) => id),
  )
  for (const filter of groupFilters) await rebuildRanges(database, boards.all, filter)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await compareWithPlainQuery(url, boards.all)
} finally {
  agent.destroy()
  await app.close()
  await context.jobs.stop()
  clock.stop()
  await embedded.stop()
}

async function compareWithPlainQuery(url: string, board: number): Promise<void> {
  const page = () => timeRequest(`${url}/api/leaderboard/dm?season=all&page=3`)
  for (let count = 0; count < idlePages; count += 1) await page()
  const idle: number[] = []
  for (let count = 0; count < idlePages; count += 1) idle.push(await page())
  const beside: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    aheadMs += 60_000
    await database
      .updateTable('boards')
      .set({ changed_at: context.clock.now() })
      .where('id', '=', board)
      .execute()
    let running = visitors
    const exports = Array.from({ length: visitors }, async (_, visitor) => {
      whole.push(
        await timeRequest(
          `${url}/api/leaderboard/dm/export?season=all&format=json`,
          `127.0.3.${visitor + 1}`,
        ),
      )
      running -= 1
    })
    while (running > 0) beside.push(await page())
    await Promise.all(exports)
  }
  const ratio = median(beside) / median(idle)
  printTable(
    `Boards of ${players} exported by ${visitors} at a time`,
    ['', 'page p50 ms', 'page max ms', 'export p50 ms'],
    [
      ['idle', median(idle).toFixed(2), Math.max(...idle).toFixed(1), ''],
      ['beside exports', median(beside).toFixed(2), Math.max(...beside).toFixed(1), median(whole).toFixed(0)],
    ],
  )
  assertClaim(
    ratio <= maxRatio,
    `a page beside ${visitors} exports takes ${ratio.toFixed(1)} times an idle one, at most ${maxRatio}`,
  )
}

/** How long an answer takes to its last byte, ms; throws unless it is good. */
async function timeRequest(url: string, localAddress = '127.0.0.1'): Promise<number> {
  const begun = performance.now()
  const headers = { 'accept-encoding': 'gzip' }
  const asked = get(
    url,
    localAddress === '127.0.0.1' ? { agent, headers } : { agent: false, localAddress, headers },
  )
  const [response]: IncomingMessage[] = await once(asked, 'response')
  if (response?.statusCode !== 200) throw new Error(`${url} answered ${response?.statusCode}`)
  response.resume()
  await once(response, 'end')
  return performance.now() - begun
}
