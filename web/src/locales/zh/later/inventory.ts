import type { Words } from '../../dictionary.ts'
import type { inventory as en } from '../../en/later/inventory.ts'

export const inventory: Words<typeof en> = {
  title: '库存',
  signedOut: '登录后查看库存',
  signedOutNext: '饰品属于你的 Steam 账号',
  tokenExpired: '登录已失效',
  loginError: '登录库存站点失败',
  late: '库存站点尚未加载完成。如果一直没有显示，请重新登录。',
}
