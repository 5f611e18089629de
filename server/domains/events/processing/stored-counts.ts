import { type Counts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import type { BatchCounts } from './count-difference.ts'

/** What a batch added as it is stored beside it: without all the zeros, which would be most of it. */
export interface StoredCounts {
  players: { steamId: string; name: string; counts: Partial<Counts> }[]
  anomalies: BatchCounts['anomalies']
}

export function toStoredCounts({ players, anomalies }: BatchCounts): StoredCounts {
  return {
    players: players.map((player) => ({
      ...player,
      counts: Object.fromEntries(Object.entries(player.counts).filter(([, count]) => count !== 0)),
    })),
    anomalies,
  }
}

export function fromStoredCounts({ players, anomalies }: StoredCounts): BatchCounts {
  return {
    players: players.map((player) => ({ ...player, counts: { ...zeroCounters(), ...player.counts } })),
    anomalies,
  }
}
