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
  description: 'Live players, maps and regions of our community CS2 servers. Pick one and join with a click.',
}

/** What the served HTML says of each page, by its address. A page without a description is not for search engines. */
export const heads: Heads = {
  '/': list,
  '/servers': list,
  '/servers/details/$id': {
    title: servers.details,
    description: 'The map, the players and the player history of this CS2 server.',
  },
  '/servers/rules/$id': {
    title: serverPages.rule.title,
    description: 'The rules of this CS2 server and of the community.',
  },
  '/vip': {
    title: vip.title,
    description: 'Subscribe to VIP: reserved slots on full servers and more privileges, with all plans.',
  },
  '/subscribe': { title: vip.subscribe.title },
  '/store': {
    title: vip.store.title,
    description: 'Buy VIP cards for your friends, or redeem one you have.',
  },
  '/leaderboard': {
    title: leaderboard.title,
    description: 'Rankings of our players in deathmatch, pistol deathmatch, solo and retakes, by season.',
  },
  '/leaderboard/player/$steamId': {
    title: leaderboard.title,
    description: 'Stats, rank and trend of this player on our servers.',
  },
  '/pracc': {
    title: practice.title,
    description:
      'Your own CS2 practice server within minutes: you set the password, the admins and keep the demos.',
  },
  '/faq': { title: faq.title, description: 'Answers about servers, VIP, payments and accounts.' },
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
