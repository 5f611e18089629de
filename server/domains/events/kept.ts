import { type Counts, zeroCounters } from '@clutch/contract/rules/statistics.ts'
import type { Counted } from './difference.ts'

/** What a batch added as it is stored beside it: without all the zeros, which would be most of it. */
export interface Kept {
  players: { steamId: string; name: string; counts: Partial<Counts> }[]
  anomalies: Counted['anomalies']
}

export function toKept({ players, anomalies }: Counted): Kept {
  return {
    players: players.map((player) => ({
      ...player,
      counts: Object.fromEntries(Object.entries(player.counts).filter(([, count]) => count !== 0)),
    })),
    anomalies,
  }
}

export function fromKept({ players, anomalies }: Kept): Counted {
  return {
    players: players.map((player) => ({ ...player, counts: { ...zeroCounters(), ...player.counts } })),
    anomalies,
  }
}
