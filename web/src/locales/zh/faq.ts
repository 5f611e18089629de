import type { Words } from '../dictionary.ts'
import type { faq as english } from '../en/faq.ts'

export const faq: Words<typeof english> = {
  title: '常见问题',
  lead: '玩家最常问的问题',
  search: '搜索问题和回答',
  found_other: '{{all}} 个问题中有 <b>{{count}}</b> 个匹配',
  all_other: '共 <b>{{count}}</b> 个问题',
  reset: '重置',
  list: '问题列表',
  updated: '更新于 {{date}}',
  copyLink: '复制链接',
  copyLinkTo: '复制“{{question}}”的链接',
  none: '还没有常见问题',
  noneNext: '管理员整理好后会显示在这里',
  notFound: '没有匹配的问题',
  notFoundNext: '换几个关键词试试，或者到社区里问一问',
  showAll: '显示全部',
  failed: '常见问题加载失败',
}
