import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import { regionCodes } from '@clutch/contract/rules/rentals/regions/region-codes.ts'

const maps = ['de_mirage', 'de_dust2', 'aim_redline', 'de_inferno', 'de_anubis', 'de_nuke', 'de_ancient']
const cities = ['上海', '北京', '广州', 'Hong Kong', 'Frankfurt', 'Tokyo', 'Singapore', 'Sydney']

/** A number in [0, 1) that depends on `seed` only (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` community servers with every mode, map and region among them; the same for the same seed. */
export function sampleServers(count: number, seed = 1): Server[] {
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from[Math.floor(random() * from.length)] ?? otherwise
  return Array.from({ length: count }, (_, index) => {
    const max = pick([10, 12, 16, 20, 24, 64], 20)
    const category = pick(gameModes, 'public')
    return {
      id: `00000000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`,
      ip: `198.51.${Math.floor(index / 200) % 100}.${(index % 200) + 1}`,
      port: 27_015 + (index % 5),
      name: `${pick(cities, '上海')} #${index + 1} ${category} · 128 tick`,
      name_display: index % 3 === 0 ? `${pick(cities, '上海')} #${index + 1} ${category}` : '',
      players: `${Math.floor(random() * (max + 1))}/${max}`,
      map: pick(maps, 'de_mirage'),
      region: pick(regionCodes, 'ap-shanghai'),
      category,
      open: random() < 0.05 ? 0 : 1,
      ontop: index < 2 ? 2 - index : 0,
      star: Math.floor(random() * 3),
      bots: 0,
      reserved: 2,
      tickrate: '128 tick',
      locked: random() < 0.05,
    }
  })
}
