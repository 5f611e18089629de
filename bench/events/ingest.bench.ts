import type { PlayedLogs, SentLogs } from './event-client.program.ts'
import type { CpuTimes } from '../harness/postgres-cpu.ts'
import { reportTarget, assertClaim, printTable, isQuick } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'
import { waitUntilCounted } from './wait-until-counted.ts'

/**
 * Kills from the POST of a game server's log to the boards, end to end: 200 servers with 16 players send what gamesim
 * plays, some batches twice, to the endpoint; the worker counts them onto the season's and the all-time boards of the
 * embedded database, with fsync. Beside it plain inserts of as many kills into the same database, half before and half
 * after. What is compared is processor time, of the portal and PostgreSQL together: kills/s of a shared machine measures
 * its neighbours too.
 */
const servers = 200
const players = 16
/** A smaller sample ends while the portal's code is still being compiled: its ratio was 8.8 to 10.5. */
const kills = isQuick ? 40_000 : 600_000
const batchBytes = 16_384
const killsPerSecond = 20_000
const maxCpuRatio = 10

interface RunCost extends CpuTimes {
  seconds: number
}

const portal = ChildProgram.start<typeof import('./event-portal.program.ts').servedTasks>(
  'events/event-portal.program.ts',
)
const client = ChildProgram.start<typeof import('./event-client.program.ts').servedTasks>(
  'events/event-client.program.ts',
)
try {
  const played = await client.call('play', { servers, players, kills, batchBytes })
  const half = Math.ceil(played.kills / 2)
  const before = await measureCost(() => portal.call('plainly', half))
  const addresses = await portal.call('open', played.modes)
  let sent: SentLogs | undefined
  const portalCost = await measureCost(async () => {
    ;[sent] = await Promise.all([client.call('send', addresses), waitUntilCounted(portal, played.kills)])
  })
  const after = await measureCost(() => portal.call('plainly', half))
  reportResults(played, portalCost, addCosts(before, after))
  console.log(`taken after ${sent?.seconds.toFixed(1)} s, refused: ${JSON.stringify(sent?.refused)}`)
  console.log(await portal.call('settings'))
  const boards = await portal.call('onBoards')
  assertClaim(boards.all === played.kills, `${boards.all} kills all-time of ${played.kills} sent`)
  assertClaim(boards.season === played.kills, `${boards.season} kills in the season of ${played.kills} sent`)
} finally {
  await Promise.all([portal, client].map((worker) => worker.stop()))
}

async function measureCost(act: () => Promise<unknown>): Promise<RunCost> {
  const before = await portal.call('cpu')
  const started = performance.now()
  await act()
  const seconds = (performance.now() - started) / 1_000
  const after = await portal.call('cpu')
  return { seconds, portal: after.portal - before.portal, postgres: after.postgres - before.postgres }
}

function addCosts(one: RunCost, other: RunCost): RunCost {
  return {
    seconds: one.seconds + other.seconds,
    portal: one.portal + other.portal,
    postgres: one.postgres + other.postgres,
  }
}

function reportResults(
  { kills: sent, lines, bytes, batches }: PlayedLogs,
  ours: RunCost,
  plain: RunCost,
): void {
  const row = (name: string, { seconds, portal: node, postgres }: RunCost) => [
    name,
    seconds.toFixed(1),
    Math.round(sent / seconds),
    (node / sent).toFixed(1),
    (postgres / sent).toFixed(1),
  ]
  printTable(
    `${sent} kills in ${lines} lines, ${batches} batches, ${Math.round(bytes / 1e6)} MB: from the POST to the boards`,
    ['', 'seconds', 'kills/s', 'portal CPU µs/kill', 'PostgreSQL CPU µs/kill'],
    [row('logs to boards', ours), row('plain inserts', plain)],
  )
  const ratio = (ours.portal + ours.postgres) / (plain.portal + plain.postgres)
  const perSecond = sent / ours.seconds
  if (Number.isNaN(ratio))
    console.log('skipped: this system does not report the processor time of PostgreSQL')
  else
    assertClaim(
      ratio <= maxCpuRatio,
      `${ratio.toFixed(1)} times the CPU of plain inserts, at most ${maxCpuRatio}`,
    )
  reportTarget(perSecond >= killsPerSecond, `${Math.round(perSecond)} kills/s, at least ${killsPerSecond}`)
}
