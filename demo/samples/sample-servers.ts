import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { GameMode } from '@clutch/contract/rules/servers/game-modes.ts'
import type { RegionCode } from '@clutch/contract/rules/rentals/regions/region-codes.ts'

/** A community server that the demo plays (`simulated`, settings of gamesim) and registers. */
export interface SampleServer {
  name: string
  category: GameMode
  region: RegionCode
  ontop?: number
  /** The board its log is counted for. */
  board: BoardMode | null
  simulated: {
    mode: 'competitive' | 'dm' | 'dm-pistol' | 'retakes' | 'solo'
    maps: readonly string[]
    maxPlayers: number
    busy: number
    names: 'visible' | 'blank'
    freeForAll?: boolean
  }
}

const mapPool = ['de_mirage', 'de_inferno', 'de_dust2', 'de_nuke', 'de_ancient', 'de_anubis']

export const sampleServers: readonly SampleServer[] = [
  {
    name: '上海 #1 Deathmatch FFA',
    category: 'deathmatch',
    region: 'ap-shanghai',
    ontop: 1,
    board: 'dm',
    simulated: {
      mode: 'dm',
      maps: ['de_dust2', 'de_mirage', 'de_inferno'],
      maxPlayers: 20,
      busy: 0.7,
      names: 'visible',
      freeForAll: true,
    },
  },
  {
    name: '广州 #2 Retakes',
    category: 'retakes',
    region: 'ap-guangzhou',
    board: 'retakes',
    simulated: {
      mode: 'retakes',
      maps: ['de_mirage', 'de_nuke', 'de_ancient'],
      maxPlayers: 12,
      busy: 0.8,
      names: 'blank',
    },
  },
  {
    name: '北京 #3 Competitive 5v5',
    category: 'competitive',
    region: 'ap-beijing',
    board: null,
    simulated: { mode: 'competitive', maps: mapPool, maxPlayers: 12, busy: 0.6, names: 'visible' },
  },
  {
    name: '香港 #4 Solo 1v1',
    category: 'solo 1v1',
    region: 'ap-hongkong',
    board: 'solo',
    simulated: { mode: 'solo', maps: ['de_anubis', 'de_dust2'], maxPlayers: 10, busy: 0.5, names: 'visible' },
  },
  {
    name: 'Frankfurt #5 Pistol DM',
    category: 'pistol dm',
    region: 'eu-frankfurt',
    board: 'dm-pistol',
    simulated: {
      mode: 'dm-pistol',
      maps: ['de_inferno', 'de_mirage'],
      maxPlayers: 16,
      busy: 0.3,
      names: 'visible',
    },
  },
]
