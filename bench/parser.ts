import { type StreamState, foldBatch } from '@clutch/server/events/count/fold.ts'
import { parseLine } from '@clutch/server/events/log/parse.ts'
import { type ServerLog, playLogs } from './event-log.ts'
import { aim, hold, median, printTable, quick } from './figures.ts'

/**
 * Lines of logs read on one core: every kind that counts, each line with one reading only, beside the expression most
 * projects read kills with and nothing else. Then the same logs counted batch by batch, from bytes to what each player
 * gains. The lines are gamesim's, three of five such as no ranking needs. Processor time, by turns in the same run.
 */
const rounds = quick ? 10 : 25
const linesPerSecond = 1_000_000

const stamped = /^(\d\d\/\d\d\/\d{4} - \d\d:\d\d:\d\d\.\d{3}) - (.*)$/
const killed =
  /"(.+)<(\d+)><([[\]\w:]+)><(CT|TERRORIST)>" \[(-?\d+) (-?\d+) (-?\d+)\] killed "(.+)<(\d+)><([[\]\w:]+)><(CT|TERRORIST)>" \[(-?\d+) (-?\d+) (-?\d+)\] with "(\w+)" ?(\(?(headshot|penetrated|headshot penetrated)?\))?/

const logs = await playLogs({ servers: 20, players: 16, kills: quick ? 20_000 : 60_000, batchBytes: 16_384 })
const played = logs.reduce((sum, log) => sum + log.kills, 0)
const lines = logs.flatMap(({ batches }) => Buffer.concat(batches).toString().split('\n')).filter(Boolean)

/** Each answers the kills it found. */
const contenders = {
  plain: () => countLines((line) => killed.test(stamped.exec(line)?.[2] ?? '')),
  parser: () => countLines((line) => parseLine(line)?.kind === 'killed'),
  fold: () => logs.reduce((sum, log) => sum + foldLog(log), 0),
}

type Name = keyof typeof contenders

const names = Object.keys(contenders) as Name[]
const taken: Record<Name, { us: number; kills: number }[]> = { plain: [], parser: [], fold: [] }
for (let round = 0; round <= rounds; round++) {
  for (const name of names) {
    const before = process.cpuUsage()
    const kills = contenders[name]()
    const { user, system } = process.cpuUsage(before)
    // The first round only warms up.
    if (round > 0) taken[name].push({ us: user + system, kills })
  }
}

const usOf = (name: Name) => median(taken[name].map(({ us }) => us))
const perSecond = Math.round((lines.length / usOf('parser')) * 1e6)
const ratio = median(taken.parser.map(({ us }, round) => (taken.plain[round]?.us ?? NaN) / us))
const titles: Record<Name, string> = {
  plain: 'one expression, kills only',
  parser: 'every line, with all checks',
  fold: 'counted, from bytes',
}
printTable(
  `Parser and counting on one core, ${lines.length} lines with ${played} kills that count`,
  ['', 'lines/s', 'ns/line', 'µs/kill', 'kills'],
  names.map((name) => [
    titles[name],
    Math.round((lines.length / usOf(name)) * 1e6),
    Math.round((usOf(name) / lines.length) * 1e3),
    (usOf(name) / played).toFixed(2),
    taken[name][0]?.kills ?? 0,
  ]),
)
const counted = taken.fold[0]?.kills
hold(counted === played, `${counted} kills are counted of ${played} that were played`)
hold(ratio >= 0.7, `${ratio.toFixed(2)} of the plain expression’s lines/s, at least 0.7`)
aim(perSecond >= linesPerSecond, `${perSecond} lines/s, at least ${linesPerSecond}`)

function countLines(isKill: (line: string) => boolean): number {
  return lines.reduce((sum, line) => sum + (isKill(line) ? 1 : 0), 0)
}

function foldLog({ mode, batches }: ServerLog): number {
  let state: StreamState | null = null
  let begins = 0
  let kills = 0
  for (const body of batches) {
    const rules = { board: mode, freeForAll: false, minHumans: 2, numbered: true }
    const folded = foldBatch(state, { ...rules, body, begins, ends: begins + body.length })
    begins += body.length
    state = folded.after
    for (const { counts } of folded.players) kills += counts.kills
  }
  return kills
}
