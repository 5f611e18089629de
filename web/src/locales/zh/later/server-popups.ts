import type { Words } from '../../dictionary.ts'
import type { serverPopups as english } from '../../en/later/server-popups.ts'

/** Texts of what opens over the server list: the players of a server and quick join. */
export const serverPopups: Words<typeof english> = {
  players: {
    none: '现在没有玩家',
    error: '玩家列表加载失败',
    report: '举报',
    reportOf: '举报 {{name}}',
    hidden: '此服务器隐藏了玩家名称',
    anonymous: '玩家 {{number}}',
    loading: '正在加载玩家',
    title: '{{name}} 的玩家',
  },
  quickJoin: {
    title: '快速加入',
    choose: '想玩什么？',
    available_other: '{{count}} 台可用',
    none: '没有可用服务器',
    searching: '正在寻找服务器',
    found: '这台还有你的位置',
    gone: '已经没有空位了',
    copy: '复制 IP',
    back: '返回',
    category: {
      deathmatch: '死斗',
      retakes: '回防',
      '1v1': '单挑 1v1',
      public: '公共',
    },
  },
}
