import type { ServerConfig } from '@clutch/gamesim/index.ts'

type GameOptions = Partial<ServerConfig>

/** A server of the sample community: how it is listed and what really plays there. */
interface CommunityServer {
  listed: {
    name: string
    name_display?: string
    category: string
    region: string
    tickrate?: string
    ontop?: number
    star?: number
    reserved?: number
    players_max?: number
    rules?: { zh: string; en: string }
  }
  game: GameOptions
}

/** Static people on each server, so that every count of a test is known beforehand. */
const buildGame = (map: string, crowd: number, maxPlayers: number, more: GameOptions = {}): GameOptions => ({
  name: `CS2 ${map}`,
  maps: [map, 'de_vertigo'],
  crowd,
  maxPlayers,
  autoplay: false,
  names: 'visible',
  ...more,
})

/** Twelve servers: pinned, full, empty, VIP-only, hidden names, both languages, all sizes. */
export const communityServers: CommunityServer[] = [
  {
    listed: {
      name: '上海 #1 回防 · 128 tick',
      category: 'retakes',
      region: 'ap-shanghai',
      tickrate: '128 tick',
      ontop: 2,
      rules: { zh: '尊重他人。\n禁止作弊。', en: 'Respect others.\nNo cheating.' },
    },
    game: buildGame('de_mirage', 9, 10),
  },
  {
    listed: {
      name: '北京 #1 死斗 · FFA',
      category: 'deathmatch',
      region: 'ap-beijing',
      tickrate: '128 tick',
      ontop: 1,
    },
    game: buildGame('de_dust2', 14, 20),
  },
  {
    listed: {
      name: '广州 #2 单挑竞技场 1v1',
      category: 'solo 1v1',
      region: 'ap-guangzhou',
      tickrate: '128 tick',
    },
    game: buildGame('aim_redline', 12, 16),
  },
  {
    listed: {
      name: 'Hong Kong #1 Retakes',
      category: 'retakes',
      region: 'ap-hongkong',
      tickrate: '128 tick',
    },
    game: buildGame('de_inferno', 5, 10),
  },
  {
    listed: { name: '上海 #3 手枪死斗', category: 'pistol dm', region: 'ap-shanghai', tickrate: '128 tick' },
    game: buildGame('de_anubis', 11, 20),
  },
  {
    listed: { name: '法兰克福 #1 Public', category: 'public', region: 'eu-frankfurt', reserved: 3 },
    game: buildGame('de_nuke', 17, 24),
  },
  {
    listed: { name: '北京 #4 VIP 专属死斗', category: 'vip sub', region: 'ap-beijing' },
    game: buildGame('de_ancient', 6, 16),
  },
  {
    listed: { name: 'Tokyo #1 No-AWP DM', category: 'no-awp dm', region: 'ap-tokyo' },
    game: buildGame('de_vertigo', 5, 20, { names: 'blank' }),
  },
  {
    listed: {
      name: 'fallback name',
      name_display: '上海 #5 竞技 5v5',
      category: 'competitive',
      region: 'ap-shanghai',
    },
    game: buildGame('de_overpass', 10, 12),
  },
  {
    listed: { name: '上海 #6 已满', category: 'casual', region: 'ap-shanghai' },
    game: buildGame('de_train', 10, 10),
  },
  {
    listed: { name: '成都 #1 空服', category: 'training', region: 'ap-chengdu' },
    game: buildGame('de_cache', 0, 12),
  },
  {
    listed: { name: '新加坡 #1 Public', category: 'public', region: 'ap-singapore' },
    game: buildGame('de_nuke', 3, 20, { password: 'secret' }),
  },
]
