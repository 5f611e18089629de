import type { Words } from '../dictionary.ts'
import type { serverPages as english } from '../en/server-pages.ts'

/** Texts of a server's own pages: details and rules. */
export const serverPages: Words<typeof english> = {
  detail: {
    back: '全部服务器',
    toDetails: '返回服务器',
    online: '在线',
    players: '当前玩家',
    mode: '模式',
    region: '地区',
    map: '地图',
    tickrate: 'Tickrate',
    address: '连接指令',
    copy: '复制',
    copyLink: '复制链接',
    history: '在线人数走势',
    range: { '24h': '24 小时', '7d': '7 天' },
    historyNone: '这段时间还没有记录',
    historyError: '走势加载失败',
    historySummary:
      '{{from}} 至 {{to}}：最高 {{peak}} 人（{{peakAt}}），平均 {{mean}} 人，最后 {{last}} 人。',
    average: '平均',
    peak: '最高',
    time: '时间',
    missing: '没有这台服务器',
    missingNext: '它可能已被移除，列表里是正在运行的服务器',
    failed: '服务器信息加载失败',
  },
  rule: {
    title: '规则',
    updated: '更新于 {{date}}',
    none: '还没有规则',
    noneNext: '管理员还没有为这台服务器写规则',
  },
}
