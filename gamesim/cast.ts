import type { Random } from './random.ts'
import type { ServerConfig } from './server/server-config.ts'

const serverPresets: readonly Partial<ServerConfig>[] = [
  { name: 'Clutch | 混战 DM #1', mode: 'dm', maxPlayers: 20, bots: 6, freeForAll: false, names: 'blank' },
  { name: 'Clutch | Retakes 回防 #1', mode: 'retakes', maxPlayers: 10, busy: 0.8, names: 'visible' },
  {
    name: 'Clutch | Solo 1v1 #1',
    mode: 'solo',
    maxPlayers: 12,
    maps: ['aim_map', 'am_anubis'],
    names: 'blank',
  },
  { name: 'Clutch | Pistol DM 手枪 #1', mode: 'dm-pistol', maxPlayers: 16, bots: 4, names: 'visible' },
  { name: 'Clutch | Competitive 5v5 #1', mode: 'competitive', maxPlayers: 10, busy: 0.95, stayMinutes: 40 },
  { name: 'Clutch | Public 休闲 #1', mode: 'public', maxPlayers: 24, bots: 10, busy: 0.4, names: 'visible' },
]

/** The settings of the n-th server when nobody said anything else: one of each kind of play in turn. */
export function serverPreset(index: number): Partial<ServerConfig> {
  const role = serverPresets[index % serverPresets.length] ?? {}
  const round = 1 + Math.floor(index / serverPresets.length)
  return { ...role, name: (role.name ?? '').replace('#1', `#${round}`) }
}

/** An idle server: static people, every tenth with 64 of them, and no RCON. */
export function idleServerPreset(index: number, random: Random): Partial<ServerConfig> {
  const isFull = index % 10 === 9
  return {
    ...serverPreset(index),
    autoplay: false,
    rcon: false,
    maxPlayers: isFull ? 64 : 24,
    crowd: isFull ? 64 : random.int(0, 20),
    names: index % 2 === 0 ? 'visible' : 'blank',
  }
}
