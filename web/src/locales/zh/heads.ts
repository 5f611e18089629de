import type { Heads } from '../heads.ts'
import { admin } from './console/common.ts'
import { bans } from './later/bans.ts'
import { faq } from './faq.ts'
import { inventory } from './later/inventory.ts'
import { leaderboard } from './leaderboard.ts'
import { payment } from './payment.ts'
import { practice } from './practice.ts'
import { reports } from './later/reports.ts'
import { serverPages } from './server-pages.ts'
import { servers } from './servers.ts'
import { settings } from './later/settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { vip } from './vip.ts'

const list = {
  title: servers.title,
  description: '社区 CS2 服务器的实时人数、地图和地区，挑一台，一键加入游戏。',
}

/** What the served HTML says of each page, by its address. A page without a description is not for search engines. */
export const heads: Heads = {
  '/': list,
  '/servers': list,
  '/servers/details/$id': {
    title: servers.details,
    description: '这台 CS2 服务器正在玩的地图、在线玩家和人数走势。',
  },
  '/servers/rules/$id': { title: serverPages.rule.title, description: '这台 CS2 服务器和整个社区的规则。' },
  '/vip': { title: vip.title, description: '订阅 VIP：满员服务器的预留位置和更多特权，各套餐一览。' },
  '/subscribe': { title: vip.subscribe.title },
  '/store': { title: vip.store.title, description: '购买 VIP 卡送给朋友，或兑换手上的 VIP 卡。' },
  '/leaderboard': {
    title: leaderboard.title,
    description: '社区玩家在死斗、手枪死斗、单挑和回防中的排名，按赛季统计。',
  },
  '/leaderboard/player/$steamId': {
    title: leaderboard.title,
    description: '这位玩家在社区服务器上的战绩、排名和走势。',
  },
  '/pracc': {
    title: practice.title,
    description: '几分钟内开好自己的 CS2 练习服务器，密码、管理员和 Demo 都由你掌握。',
  },
  '/faq': { title: faq.title, description: '关于服务器、VIP、付款和账号的常见问题与解答。' },
  '/bans': { title: bans.title },
  '/login': { title: shell.signIn },
  '/reset-password': { title: signIn.reset.title },
  '/auth/steam/callback': { title: shell.signIn },
  '/auth/steam/bind/callback': { title: shell.signIn },
  '/auth/link': { title: shell.signIn },
  '/orders': { title: payment.orders.title },
  '/orders/$id': { title: payment.order },
  '/orders/$id/receipt': { title: payment.receipt.title },
  '/reports': { title: reports.title },
  '/inventory': { title: inventory.title },
  '/settings': { title: settings.title },
  '/settings/profile': { title: settings.title },
  '/settings/security': { title: settings.title },
  '/settings/notifications': { title: settings.title },
  '/mail-settings': { title: settings.mails.title },
  '/admin': { title: admin.title },
  '/admin/$': { title: admin.title },
}
