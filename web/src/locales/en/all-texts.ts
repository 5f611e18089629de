import { en as first } from './index.ts'
import { deferredErrors } from './later/deferred-errors.ts'
import { admin } from './console/common.ts'
import { adminNotifications } from './console/notifications.ts'
import { adminOrders } from './console/orders.ts'
import { adminOverview } from './console/overview.ts'
import { adminPrices } from './console/prices.ts'
import { adminGameSettings } from './console/game-settings.ts'
import { adminRentals } from './console/rentals.ts'
import { adminSeasons } from './console/seasons.ts'
import { adminCases } from './console/cases.ts'
import { adminSanctions } from './console/sanctions.ts'
import { adminServers } from './console/servers.ts'
import { adminUsers } from './console/users.ts'
import { adminWords } from './console/words.ts'
import { bans } from './later/bans.ts'
import { faq } from './faq.ts'
import { inventory } from './later/inventory.ts'
import { leaderboard } from './leaderboard.ts'
import { payment } from './payment.ts'
import { practice } from './practice.ts'
import { practiceBuy } from './later/practice-buy.ts'
import { practiceDialogs } from './later/practice-dialogs.ts'
import { reports } from './later/reports.ts'
import { servers } from './servers.ts'
import { serverPages } from './server-pages.ts'
import { serverPopups } from './later/server-popups.ts'
import { settings } from './later/settings.ts'
import { unsaved } from './later/unsaved.ts'
import { signIn } from './sign-in.ts'
import { vip } from './vip.ts'

/** All of English, the shape of every other language. A new domain adds its file here, in zh and in `../lazy-words.ts`. */
export const en = {
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
  unsaved,
  vip,
} as const
