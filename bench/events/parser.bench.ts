import { type StreamState, countBatch } from '@clutch/server/domains/events/counting/count-batch.ts'
import { parseLine } from '@clutch/server/domains/events/log-parser/log-parser.ts'
import { type ServerLog, simulateLogs } from './simulated-logs.ts'
import { reportTarget, assertClaim, median, printTable, isQuick } from '../harness/results.ts'

/**
 * Lines of logs read on one core: every kind that counts, each line with one reading only, beside the expression most
 * projects read kills with and nothing else. Then the same logs counted batch by batch, from bytes to what each player
 * gains. The lines are gamesim's, three of five such as no ranking needs. Processor time, by turns in the same run.
 */
const rounds = isQuick ? 5 : 25
const linesPerSecond = 1_000_000

const timestampedLine = /^(\d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d\.\d{3}) - (.*)$/
const killLine =
  /"(.+)<(\d+)><([[\]\w:]+)><(CT|TERRORIST)>" \[(-?\d+) (-?\d+) (-?\d+)\] killed "(.+)<(\d+)><([[\]\w:]+)><(CT|TERRORIST)>" \[(-?\d+) (-?\d+) (-?\d+)\] with "(\w+)" ?(\(?(headshot|penetrated|headshot penetrated)?\))?/

const logs = await simulateLogs({
  servers: 20,
  players: 16,
  kills: isQuick ? 20_000 : 60_000,
  batchBytes: 16_384,
})
const played = logs.reduce((sum, log) => sum + log.kills, 0)
const lines = logs.flatMap(({ batches }) => Buffer.concat(batches).toString().split('\n')).filter(Boolean)

/** Each answers the kills it found. */
const contenders = {
  plain: () => countKills((line) => killLine.test(timestampedLine.exec(line)?.[2] ?? '')),
  parser: () => countKills((line) => parseLine(line)?.kind === 'killed'),
  fold: () => logs.reduce((sum, log) => sum + countWithFold(log), 0),
}

type ContenderName = keyof typeof contenders

const contenderNames = Object.keys(contenders) as ContenderName[]
const timings: Record<ContenderName, { us: number; kills: number }[]> = { plain: [], parser: [], fold: [] }
for (let round = 0; round <= rounds; round++) {
  for (const name of contenderNames) {
    const before = process.cpuUsage()
    const kills = contenders[name]()
    const { user, system } = process.cpuUsage(before)
    // The first round only warms up.
    if (round > 0) timings[name].push({ us: user + system, kills })
  }
}

const medianUs = (name: ContenderName) => median(timings[name].map(({ us }) => us))
const perSecond = Math.round((lines.length / medianUs('parser')) * 1e6)
const ratio = median(timings.parser.map(({ us }, round) => (timings.plain[round]?.us ?? NaN) / us))
const titles: Record<ContenderName, string> = {
  plain: 'one expression, kills only',
  parser: 'every line, with all checks',
  fold: 'counted, from bytes',
}
printTable(
  `Parser and counting on one core, ${lines.length} lines with ${played} kills that count`,
  ['', 'lines/s', 'ns/line', 'µs/kill', 'kills'],
  contenderNames.map((name) => [
    titles[name],
    Math.round((lines.length / medianUs(name)) * 1e6),
    Math.round((medianUs(name) / lines.length) * 1e3),
    (medianUs(name) / played).toFixed(2),
    timings[name][0]?.kills ?? 0,
  ]),
)
const counted = timings.fold[0]?.kills
assertClaim(counted === played, `${counted} kills are counted of ${played} that were played`)
assertClaim(ratio >= 0.7, `${ratio.toFixed(2)} of the plain expression’s lines/s, at least 0.7`)
reportTarget(perSecond >= linesPerSecond, `${perSecond} lines/s, at least ${linesPerSecond}`)

function countKills(isKill: (line: string) => boolean): number {
  return lines.reduce((sum, line) => sum + (isKill(line) ? 1 : 0), 0)
}

function countWithFold({ mode, batches }: ServerLog): number {
  let state: StreamState | null = null
  let begins = 0
  let kills = 0
  for (const body of batches) {
    const rules = { board: mode, freeForAll: false, minHumans: 2, numbered: true }
    const folded = countBatch(state, { ...rules, body, begins, ends: begins + body.length })
    begins += body.length
    state = folded.after
    for (const { counts } of folded.players) kills += counts.kills
  }
  return kills
}
