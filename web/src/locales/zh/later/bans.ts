import type { Words } from '../../dictionary.ts'
import type { bans as en } from '../../en/later/bans.ts'

export const bans: Words<typeof en> = {
  title: '封禁名单',
  lead: '不能在我们服务器上游戏的玩家及原因。',
  search: '按昵称或 SteamID64 搜索',
  none: '没有封禁',
  noneNext: '还没有玩家被封禁。',
  notFound: '没有找到封禁记录',
  notFoundNext: '换一个昵称片段，或输入 SteamID64 的开头试试。',
  count_other: '共 {{count}} 条',
  player: '玩家',
  reason: '原因',
  state: '状态',
  states: { active: '封禁中', expired: '已到期', lifted: '已解除' },
  created: '开始时间',
  expires: '到期时间',
  permanent: '永久',
  pages: '分页',
  previous: '上一页',
  next: '下一页',
  page: '第 {{page}} / {{pages}} 页',
}
