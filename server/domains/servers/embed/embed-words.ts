import type { Language } from '@clutch/contract/api/shared/fields.ts'

export interface EmbedWords {
  lang: string
  servers: string
  players: string
  playersTotal: (count: number) => string
  join: string
  all: string
  more: (count: number) => string
  none: string
  offline: string
  outdated: string
  maintenance: string
  locked: string
}

/** The words of the widget and of the badges, which the page's texts do not reach. */
export const embedWords: Record<Language, EmbedWords> = {
  zh: {
    lang: 'zh-CN',
    servers: '服务器',
    players: '玩家',
    playersTotal: (count) => `${count} 名玩家在线`,
    join: '加入',
    all: '查看全部服务器',
    more: (count) => `还有 ${count} 个服务器`,
    none: '暂无服务器',
    offline: '离线',
    outdated: '游戏版本过旧',
    maintenance: '维护中',
    locked: '需要密码',
  },
  en: {
    lang: 'en',
    servers: 'Servers',
    players: 'Players',
    playersTotal: (count) => (count === 1 ? '1 player online' : `${count} players online`),
    join: 'Join',
    all: 'All servers',
    more: (count) => (count === 1 ? '1 more server' : `${count} more servers`),
    none: 'No servers yet',
    offline: 'Offline',
    outdated: 'Outdated version of the game',
    maintenance: 'Maintenance',
    locked: 'Password needed',
  },
}
