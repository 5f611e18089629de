import type { Dictionary } from '../dictionary.ts'
import { zh as first } from './index.ts'
import { deferredErrors } from './deferred-errors.ts'
import { admin } from './admin.ts'
import { adminNotifications } from './admin-notifications.ts'
import { adminOrders } from './admin-orders.ts'
import { adminOverview } from './admin-overview.ts'
import { adminPrices } from './admin-prices.ts'
import { adminGameSettings } from './admin-game-settings.ts'
import { adminRentals } from './admin-rentals.ts'
import { adminSeasons } from './admin-seasons.ts'
import { adminCases } from './admin-cases.ts'
import { adminSanctions } from './admin-sanctions.ts'
import { adminServers } from './admin-servers.ts'
import { adminUsers } from './admin-users.ts'
import { adminWords } from './admin-words.ts'
import { bans } from './bans.ts'
import { faq } from './faq.ts'
import { inventory } from './inventory.ts'
import { leaderboard } from './leaderboard.ts'
import { payment } from './payment.ts'
import { practice } from './practice.ts'
import { practiceBuy } from './practice-buy.ts'
import { practiceDialogs } from './practice-dialogs.ts'
import { reports } from './reports.ts'
import { servers } from './servers.ts'
import { serverPages } from './server-pages.ts'
import { serverPopups } from './server-popups.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { vip } from './vip.ts'

/** All of Chinese: not for the page, which loads it in parts, but for what compares the languages. */
export const zh: Dictionary = {
  ...first,
  errors: { ...first.errors, ...deferredErrors },
  reports,
  servers: {
    ...servers,
    ...serverPages,
    players: serverPopups.players,
    quickJoin: { ...servers.quickJoin, ...serverPopups.quickJoin },
  },
  admin,
  adminNotifications,
  adminOrders,
  adminOverview,
  adminPrices,
  adminGameSettings,
  adminRentals,
  adminCases,
  adminSanctions,
  adminSeasons,
  adminServers,
  adminUsers,
  adminWords,
  bans,
  faq,
  inventory,
  leaderboard,
  payment,
  practice,
  practiceBuy,
  practiceDialogs,
  settings,
  signIn,
  vip,
}
