import { type Counts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { expect, test } from 'vitest'
import type { Anomaly, PlayerCounts } from './counted-batch.ts'
import { type BatchCounts, diffBatches } from './count-difference.ts'

const zero = zeroCounters()
const player = (steamId: string, counts: Partial<Counts>, name = steamId): PlayerCounts => ({
  steamId,
  name,
  counts: { ...zero, ...counts },
})
const flag = (steamId: string): Anomaly => ({ steamId, kind: 'rate', detail: {} })
const counted = (players: PlayerCounts[], ...flags: Anomaly[]) => ({ players, anomalies: flags })

test('I9 what a batch adds the first time is all of it, zeros too', () => {
  const first = counted([player('1', { kills: 2 }), player('2', {})], flag('1'))
  expect(diffBatches([{ batch: { counted: null }, counted: first }])).toEqual([
    { batch: { counted: null }, ...first },
  ])
})

test('I9 of a batch that is counted again only the difference is handed on, and less than nothing', () => {
  const batch = {
    counted: counted([
      player('1', { kills: 2 }, 'old'),
      player('2', { deaths: 1 }),
      player('3', { wins: 1 }),
    ]),
  }
  const again = counted([player('1', { kills: 3, headshots: 1 }, 'new'), player('2', { deaths: 1 })])
  const [difference] = diffBatches([{ batch, counted: again }])
  expect(difference?.players).toEqual([
    player('1', { kills: 1, headshots: 1 }, 'new'),
    player('3', { wins: -1 }),
  ])
})

test('I9 an anomaly is flagged once, even when a recount finds it in an earlier batch', () => {
  const late = { batch: { counted: null }, counted: counted([], flag('1'), flag('2')) }
  const same = { batch: { counted: counted([], flag('1'), flag('3')) }, counted: counted([], flag('3')) }
  const flags = diffBatches<{ counted: BatchCounts | null }>([late, same]).map(({ anomalies }) => anomalies)
  expect(flags).toEqual([[flag('2')], []])
})
