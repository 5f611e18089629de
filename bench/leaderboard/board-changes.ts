import type { CountedBatch } from '@clutch/server/events/counted.ts'
import { createRandom } from '../harness/sample-servers.ts'

const playersPerBatch = 50
const batchRandom = createRandom(3)

/** What the batches of many servers add: some kills and deaths for each of these players. */
export function createBatches(steamIds: readonly string[], serverIds: readonly string[]): CountedBatch[] {
  return Array.from({ length: Math.ceil(steamIds.length / playersPerBatch) }, (_, index) => ({
    serverId: serverIds[index % serverIds.length] ?? '',
    leaseId: null,
    mode: 'dm',
    receivedAt: new Date(),
    players: steamIds.slice(index * playersPerBatch, (index + 1) * playersPerBatch).map((steamId) => ({
      steamId,
      name: `player ${steamId}`,
      counts: randomCounts(),
    })),
    anomalies: [],
  }))
}

function randomCounts(): CountedBatch['players'][number]['counts'] {
  const kills = 1 + Math.floor(batchRandom() * 6)
  return {
    kills,
    deaths: Math.floor(batchRandom() * 6),
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
