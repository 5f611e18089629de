import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import {
  type Batch,
  StreamCounter,
  toBatches,
  readRecordedLines,
  findScoreboards,
} from './testing/recorded-log.ts'

const logs = { inferno: readRecordedLines('inferno'), mirage: readRecordedLines('mirage') }
const names = ['inferno', 'mirage'] as const
const whole = {
  inferno: new StreamCounter().count(toBatches(logs.inferno)),
  mirage: new StreamCounter().count(toBatches(logs.mirage)),
}
const has = (text: string) => (line: string) => line.includes(text)
const kills = ({ players }: StreamCounter) =>
  Object.fromEntries([...players].map(([id, counts]) => [id.slice(-2), counts.kills]))

describe.each(names)('the recorded match on %s', (name) => {
  test('I9 after every round the kills are those of the game’s own scoreboard', () => {
    const boards = findScoreboards(logs[name])
    const sizes = boards.map(({ end }, index) => end - (boards[index - 1]?.end ?? 0))
    const batches = toBatches(logs[name], sizes)
    const counting = new StreamCounter()
    let compared = 0
    for (const [index, { scores }] of boards.entries()) {
      const batch = batches[index]
      if (batch) counting.count([batch])
      // After the match the game shows an empty board; the counts stay.
      if (counting.state?.phase === 'off' && compared > 100) break
      for (const { steamId, kills: killed } of scores) {
        expect([index, steamId, counting.of(steamId).kills]).toEqual([index, steamId, killed])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(150)
  })

  test('I9 each round of the final score is won or lost once by each player', () => {
    const rounds = name === 'inferno' ? 15 : 13
    const played = [...whole[name].players.values()].map(({ wins, losses }) => wins + losses)
    expect(played).toEqual(Array.from({ length: 10 }, () => rounds))
  })

  test('I9 attached at any line, a match counts from its next decided round, and nothing else does', () => {
    const lines = logs[name]
    for (let from = 0; from < lines.length; from += 37) {
      const counting = new StreamCounter()
      const rest = lines.slice(from)
      const next = rest.findIndex((line) =>
        /Team "\w+" triggered "SFUI|RoundsPlayed: |Round_End|Game Over|Match_Start|Warmup_Start|Loading/.test(
          line,
        ),
      )
      const [before, ...after] = toBatches(rest, [next < 0 ? rest.length : next])
      if (before && next !== 0) {
        counting.count([before])
        expect([...counting.players.values()].every((counts) => counts.kills === 0)).toBe(true)
        expect(counting.state?.phase).toBe('unknown')
      }
      counting.count(after)
      expect(counting.missing).toBe(0)
      expectAtMost(counting, whole[name])
    }
  })
})

test('I9 rounds of a knife, of a restart and of a restored backup count once', () => {
  const { mirage } = logs
  const knifed = mirage.findIndex(has('Restart_Round_(4_seconds)'))
  const restored = mirage.findIndex(has('Match_Reloaded'))
  const counting = new StreamCounter()
  counting.count(toBatches(mirage.slice(0, mirage.findIndex(has('Team "CT" triggered')) + 1)))
  expect(sum(counting, 'kills')).toBeGreaterThan(0)
  const start = mirage.findLastIndex((line, index) => index < restored - 200 && has('Match_Start')(line))
  const score = (index: number) => sum(new StreamCounter().count(toBatches(mirage.slice(0, index))), 'kills')
  expect(knifed).toBeGreaterThan(0)
  expect(score(start + 1)).toBe(0)
  const again = mirage.findIndex((line, index) => index > restored && has('RoundsPlayed: 11')(line))
  const eleventh = mirage.findIndex(has('RoundsPlayed: 11'))
  expect(score(again + 1)).toBe(score(eleventh + 1))
  expect(score(restored)).toBeGreaterThan(score(again + 1))
})

test('I9 who leaves a slot that Steam no longer confirms was no player: the next match counts its clutches', () => {
  // The second match follows on the same server, without another map being loaded between.
  const next = logs.mirage.slice(logs.mirage.findIndex(has('connected, address "192')))
  const [first] = toBatches(logs.inferno)
  const emptied = new StreamCounter().count(first ? [first] : [])
  expect(Object.keys(emptied.state?.people ?? {}).filter((key) => !key.startsWith('bot'))).toEqual([])
  expect(emptied.state?.nameless).toBe(false)
  const before = sum(emptied, 'clutches')
  emptied.count(
    toBatches(next).map((batch) => ({
      ...batch,
      begins: first?.ends ?? 0,
      ends: (first?.ends ?? 0) + batch.ends,
    })),
  )
  expect(before).toBe(sum(whole.inferno, 'clutches'))
  expect(sum(emptied, 'clutches') - before).toBe(sum(whole.mirage, 'clutches'))
  expect(sum(whole.mirage, 'clutches')).toBeGreaterThan(5)
})

/** Batches of a few dozen lines, each lost, repeated or moved; put into the order of their places as the store does. */
const fate = fc.constantFrom('kept', 'kept', 'kept', 'kept', 'kept', 'kept', 'kept', 'lost', 'twice')
const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fate), { minLength: 40, maxLength: 80 })

test('I9 however batches are lost, repeated and cut, no player gets more kills than from the whole log', () => {
  const others = { inferno: otherPlays('inferno'), mirage: otherPlays('mirage') }
  let [counted, all] = [0, 0]
  fc.assert(
    fc.property(fc.constantFrom(...names), pieces, (name, parts) => {
      const batches = toBatches(
        logs[name],
        parts.map(([size]) => size),
      )
      const arrived = batches.flatMap((batch, index): Batch[] => {
        const fate = parts[index]?.[1] ?? 'kept'
        return fate === 'lost' ? [] : fate === 'twice' ? [batch, batch] : [batch]
      })
      const counting = new StreamCounter().count(arrived)
      // Of a round that was played twice the lost lines decide which of the two is seen; never both.
      expectAtMost(counting, whole[name], others[name])
      counted += sum(counting, 'kills')
      all += sum(whole[name], 'kills')
    }),
    { numRuns: propertyRuns(2_000), seed: 1 },
  )
  expect(counted / all).toBeGreaterThan(0.6)
}, 300_000)

test('I9 a restore that missing lines hide leaves its suicides in no round', () => {
  const lines = logs.mirage
  const from = lines.findIndex(has('Match_Reloaded')) - 1
  const to = lines.findIndex((line, index) => index > from && has('"round_number" : "13"')(line))
  const [before, , after] = toBatches(lines, [from, to - from])
  const counting = new StreamCounter().count([before, after].flatMap((batch) => batch ?? []))
  expect(counting.missing).toBeGreaterThan(0)
  expectAtMost(counting, whole.mirage, otherPlays('mirage'))
})

test('I9 however batches are lost and cut, of a round that was played twice one play counts', () => {
  const marked = withMarkedPlays(logs.mirage)
  const counts = { first: 0, second: 0 }
  fc.assert(
    fc.property(pieces, (parts) => {
      const sizes = parts.map(([size]) => size)
      const counting = new StreamCounter().count(
        toBatches(marked, sizes).filter((_, index) => parts[index]?.[1] !== 'lost'),
      )
      const [first, second] = [sum(counting, 'awpKills'), sum(counting, 'rifleKills')]
      if (first > 0 && second > 0) throw new Error(`both plays count: ${first} and ${second} kills`)
      counts.first += first
      counts.second += second
    }),
    { numRuns: propertyRuns(1_000), seed: 1 },
  )
  expect(counts.second).toBeGreaterThan(counts.first)
}, 300_000)

/** The same log with other weapons: AWP in the abandoned play of the restored round, AK-47 in the other, else knives. */
function withMarkedPlays(lines: readonly string[]): string[] {
  const reload = lines.findIndex(has('Match_Reloaded'))
  const begin = lines.findLastIndex((line, index) => index < reload && has('RoundsPlayed: 11')(line))
  const end = lines.findIndex((line, index) => index > reload && has('"round_number" : "13"')(line))
  const weaponAt = (index: number) =>
    index > begin && index < reload ? 'awp' : index > reload && index < end ? 'ak47' : 'knife'
  return lines.map((line, index) => line.replace(/( killed ".* with )"\w+"/, `$1"${weaponAt(index)}"`))
}

/** The same match with the other play of each round that was played twice: the knife round, and the restored one. */
function otherPlays(name: 'inferno' | 'mirage'): StreamCounter[] {
  const lines = logs[name]
  const firstRound = lines.findIndex(has('RoundsPlayed: 1\n'))
  const afterKnife = lines.findIndex((line, index) => index > firstRound && has('Match_Start')(line))
  const second = lines.findIndex((line, index) => index > afterKnife && has('RoundsPlayed: 1\n')(line))
  const knife = (part: readonly string[]) => [...part.slice(0, afterKnife), ...part.slice(second + 2)]
  const parts = [knife(lines)]
  if (name === 'mirage') {
    const reload = lines.findIndex(has('Match_Reloaded'))
    const from = lines.findIndex(has('mp_backup_restore_load_file'))
    const to = lines.findIndex((line, index) => index > reload && has('RoundsPlayed: 12')(line))
    const restored = [...lines.slice(0, from), ...lines.slice(to + 2)]
    parts.push(restored, knife(restored))
  }
  return parts.map((part) => new StreamCounter().count(toBatches(part)))
}

function expectAtMost(
  counting: StreamCounter,
  most: StreamCounter,
  others: readonly StreamCounter[] = [],
): void {
  for (const [steamId, counts] of counting.players) {
    for (const field of ['kills', 'headshots', 'deaths'] as const) {
      const limit = Math.max(...[most, ...others].map((one) => one.of(steamId)[field]))
      if (counts[field] > limit) throw new Error(`${steamId} has ${counts[field]} ${field} of ${limit}`)
    }
  }
}

function sum({ players }: StreamCounter, field: keyof Counts): number {
  return [...players.values()].reduce((total, counts) => total + counts[field], 0)
}

test('I9 the final figures of both matches', () => {
  expect(kills(whole.inferno)).toMatchInlineSnapshot(`
    {
      "29": 9,
      "30": 7,
      "31": 21,
      "32": 17,
      "33": 5,
      "34": 2,
      "35": 3,
      "36": 12,
      "37": 19,
      "38": 2,
    }
  `)
  expect(kills(whole.mirage)).toMatchInlineSnapshot(`
    {
      "29": 9,
      "30": 2,
      "31": 16,
      "32": 11,
      "33": 4,
      "34": 3,
      "35": 0,
      "36": 4,
      "37": 18,
      "38": 2,
    }
  `)
})
