import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { simulatedModes } from '@clutch/gamesim/server/server-config.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { maxTimestampLength, readTimestamp } from '../log-parser/timestamp.ts'
import { type LogBatch, countBatch } from './count-batch.ts'
import { type StreamState, isSameState } from './stream-state.ts'
import {
  sortByPosition,
  withServer,
  playMinutes,
  rules,
  toStreams,
  sumTotals,
  countAll,
} from './testing/simulated-server.ts'
import { batchAt, ct, kills, matchStart, roundEnd, t } from './testing/log-fixture.ts'

/** The logs of one server, map by map, each as one piece. */
const logs = new Map<string, Buffer[]>()

beforeAll(async () => {
  for (const mode of simulatedModes) {
    await withServer(
      { mode, bots: 4, busy: 0.8, maxPlayers: 10, stayMinutes: 4, mapMinutes: 4 },
      'cuts',
      async (all) => {
        await playMinutes(all, 25, 5_000)
        const pieces: Buffer[] = []
        for (const { begins, body } of toStreams(all.receiver.received)[0] ?? []) {
          if (begins === 0) pieces.push(body)
          else pieces.push(Buffer.concat([pieces.pop() ?? Buffer.alloc(0), body]))
        }
        logs.set(mode, pieces)
      },
    )
  }
})

type Piece = LogBatch & { at: number }

function piece(log: Buffer, begins: number, ends: number): Piece {
  const body = log.subarray(begins, ends)
  const at = readTimestamp(body.toString('latin1', 0, maxTimestampLength))
  return { at, begins, ends, body, numbered: true, ...rules }
}

/** The end of the line in which a share of the log lies. */
function lineEnd(log: Buffer, share: number): number {
  const end = log.indexOf('\n', Math.floor(share * log.length))
  return end < 0 ? log.length : end + 1
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const cuts = fc.array(share, { maxLength: 12 })

/** A log in batches that end at these shares of it. */
function cutAt(log: Buffer, shares: readonly number[], from = 0, to = log.length): Piece[] {
  const inside = shares.map((one) => lineEnd(log, one)).filter((end) => end > from && end < to)
  const ends = [...new Set([...inside, to])].toSorted((a, b) => a - b)
  return ends.map((end, index) => piece(log, ends[index - 1] ?? from, end))
}

/** What does not depend on how a log was cut. */
function summary(batches: readonly Piece[]) {
  const { state, players, missing, folded } = countAll(sortByPosition(batches))
  const chat = folded.flatMap((one) => one.chat)
  const arrivals = folded.flatMap((one) => one.arrivals)
  const anomalies = folded.flatMap((one) => one.anomalies)
  const counted = [...players].filter(([, counts]) => Object.values(counts).some((amount) => amount !== 0))
  return { state, players: Object.fromEntries(counted), missing, chat, arrivals, anomalies }
}

test('I9 a log counts the same however it is cut into batches', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...simulatedModes),
      fc.array(cuts, { minLength: 9, maxLength: 9 }),
      (mode, shares) => {
        const whole = (logs.get(mode) ?? []).map((log) => piece(log, 0, log.length))
        const parts = (logs.get(mode) ?? []).flatMap((log, map) => cutAt(log, shares[map] ?? []))
        expect(summary(parts)).toEqual(summary(whole))
      },
    ),
    { numRuns: propertyRuns(300) },
  )
  expect(Math.min(...[...logs.values()].map((pieces) => pieces.length))).toBeGreaterThan(1)
}, 300_000)

test('I9 with gaps: the remaining lines count the same however they are cut', () => {
  const limits = fc.tuple(share, share)
  fc.assert(
    fc.property(
      fc.constantFrom(...simulatedModes),
      fc.array(limits, { minLength: 9, maxLength: 9 }),
      cuts,
      (mode, shares, inner) => {
        const ranges = (logs.get(mode) ?? []).map((log, map) => {
          const [a, b] = (shares[map] ?? [0, 0]).map((one) => lineEnd(log, one))
          return { log, from: Math.min(a ?? 0, b ?? 0), to: Math.max(a ?? 0, b ?? 0) }
        })
        // Of every second map the beginning is there as well.
        const all = ranges.flatMap((range, map) =>
          map % 2 === 0 ? [{ ...range, from: 0, to: lineEnd(range.log, 0.1) }, range] : [range],
        )
        const filled = all.filter(({ from, to }) => to > from)
        const whole = filled.map(({ log, from, to }) => piece(log, from, to))
        const parts = filled.flatMap(({ log, from, to }) => cutAt(log, inner, from, to))
        expect(summary(parts)).toEqual(summary(whole))
      },
    ),
    { numRuns: propertyRuns(300) },
  )
}, 300_000)

test('I9 batches that overlap, come twice or come longer a second time count once', () => {
  const extra = fc.record({ from: share, to: share, map: fc.nat(8), isTorn: fc.boolean() })
  fc.assert(
    fc.property(
      fc.constantFrom(...simulatedModes),
      cuts,
      fc.array(extra, { maxLength: 12 }),
      (mode, shares, extras) => {
        const pieces = logs.get(mode) ?? []
        const parts = pieces.flatMap((log) => cutAt(log, shares))
        const more = extras.flatMap(({ from, to, map }) => {
          const log = pieces[map % pieces.length] ?? Buffer.alloc(0)
          const [begins = 0, ends = 0] = [lineEnd(log, from), lineEnd(log, to)].toSorted((a, b) => a - b)
          return [piece(log, begins, ends), piece(log, 0, ends)].filter((batch) => batch.ends > batch.begins)
        })
        const once = summary(parts)
        const again = summary([...parts, ...more, ...parts])
        expect(again).toEqual(once)
      },
    ),
    { numRuns: propertyRuns(300) },
  )
}, 300_000)

test('I9 a late batch ends in the state that was there without the hole', () => {
  for (const mode of simulatedModes) {
    const parts = (logs.get(mode) ?? []).flatMap((log) =>
      cutAt(log, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]),
    )
    const whole = countAll(parts).folded.map(({ after }) => after)
    const holed = countAll(parts.toSpliced(2, 1)).folded.map(({ after }) => after)
    expect(isSameState(whole[2] ?? null, holed[1] ?? null)).toBe(false)
    expect(isSameState(whole.at(-1) ?? null, holed.at(-1) ?? null)).toBe(true)
  }
})

test('I9 a batch that begins in the middle of a covered line counts from the next one', () => {
  const lines = batchAt(0, [
    [0, matchStart],
    [1, kills(ct(1), t(2))],
    [2, kills(ct(1), t(2))],
    [3, roundEnd],
  ])
  const { body } = lines
  const first = lineEnd(body, 0.4)
  for (let begins = 1; begins < first; begins++) {
    const { players } = countAll([
      { ...lines, ends: first, body: body.subarray(0, first) },
      { ...lines, begins, body: body.subarray(begins) },
    ])
    expect([...players.values()].map((counts) => counts.kills)).toEqual([2, 0])
  }
})

test('I9 a body of another length than its offsets say counts whole, unless they are covered', () => {
  const first = batchAt(0, [
    [0, matchStart],
    [1, kills(ct(1), t(2))],
  ])
  const longer = {
    ...batchAt(first.ends, [[2, kills(ct(1), t(2))]]),
    begins: first.ends,
    ends: first.ends + 7,
  }
  const covered = { ...batchAt(0, [[0, kills(ct(1), t(2))]]), begins: 3, ends: 9 }
  const of = (batches: LogBatch[]) => sumTotals([batches])['76561197960265729']?.kills
  expect(of([first, longer])).toBe(2)
  expect(of([first, covered])).toBe(1)
})

const fragments = [
  matchStart,
  roundEnd,
  kills(ct(1), t(2)),
  '\n',
  '\r\n',
  '\0',
  '11/21/2026 - 12:00:00.000 - ',
  '"',
  '<1><[U:1:1]><CT>',
  '老',
]

test('I9 for any bytes, counting never throws, does not change the previous state, and its result can be stored', () => {
  const noise = fc.oneof(
    fc.constantFrom(...fragments).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  )
  const hostile = fc.record({
    pieces: fc.array(noise, { maxLength: 30 }),
    begins: fc.integer({ min: 0, max: 3_000 }),
    length: fc.oneof(fc.constant(null), fc.nat(2_000)),
    numbered: fc.boolean(),
    minHumans: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), (batches) => {
      let state: StreamState | null = null
      for (const { pieces, begins, length, ...more } of batches) {
        const body = Buffer.concat(pieces)
        const serialized: string = JSON.stringify(state)
        const folded = countBatch(state, {
          ...rules,
          ...more,
          begins,
          ends: begins + (length ?? body.length),
          body,
        })
        expect(JSON.stringify(state)).toBe(serialized)
        const stored = JSON.stringify(folded)
        expect(stored).not.toContain('\\u0000')
        expect(JSON.parse(stored)).toEqual(folded)
        state = JSON.parse(stored).after as StreamState
      }
    }),
    { numRuns: propertyRuns(20_000) },
  )
}, 300_000)

test('I9 a state is the same in whatever order its keys come back', () => {
  const { state } = countAll([
    batchAt(0, [
      [0, matchStart],
      [1, kills(ct(1), t(2))],
    ]),
  ])
  const turned = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, one]) => [key, turned(one)]),
        )
      : value
  expect(JSON.stringify(turned(state))).not.toBe(JSON.stringify(state))
  expect(isSameState(turned(state) as StreamState, state)).toBe(true)
  expect(isSameState(state && { ...state, end: 1 }, state)).toBe(false)
  expect(isSameState(null, state)).toBe(false)
})
