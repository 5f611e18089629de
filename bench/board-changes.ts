import type { CountedBatch } from '@clutch/server/events/counted.ts'
import { seeded } from './sample-servers.ts'

const playersABatch = 50
const random = seeded(3)

/** What the batches of many servers add: some kills and deaths for each of these players. */
export function changesOf(steamIds: readonly string[], serverIds: readonly string[]): CountedBatch[] {
  return Array.from({ length: Math.ceil(steamIds.length / playersABatch) }, (_, index) => ({
    serverId: serverIds[index % serverIds.length] ?? '',
    leaseId: null,
    mode: 'dm',
    receivedAt: new Date(),
    players: steamIds.slice(index * playersABatch, (index + 1) * playersABatch).map((steamId) => ({
      steamId,
      name: `player ${steamId}`,
      counts: someCounts(),
    })),
    anomalies: [],
  }))
}

function someCounts(): CountedBatch['players'][number]['counts'] {
  const kills = 1 + Math.floor(random() * 6)
  return {
    kills,
    deaths: Math.floor(random() * 6),
    headshots: Math.floor(kills / 2),
    rifleKills: Math.floor(kills / 2),
    awpKills: 0,
    pistolKills: 0,
    clutches: 0,
    clutchWins: 0,
    wins: 0,
    losses: 0,
    playtimeMs: 30_000,
  }
}
