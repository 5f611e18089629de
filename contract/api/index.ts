import * as account from './account.ts'
import * as auth from './auth.ts'
import type { Call } from './call.ts'
import * as demos from './demos.ts'
import * as events from './events.ts'
import * as faqs from './faqs.ts'
import * as inventory from './inventory.ts'
import * as leaderboard from './leaderboard.ts'
import * as mailSettings from './mail-settings.ts'
import * as operator from './operator.ts'
import * as operatorAccounts from './operator-accounts.ts'
import * as operatorAnnouncements from './operator-announcements.ts'
import * as operatorAudit from './operator-audit.ts'
import * as operatorBoards from './operator-boards.ts'
import * as operatorConsole from './operator-console.ts'
import * as operatorCommands from './operator-commands.ts'
import * as operatorEvents from './operator-events.ts'
import * as operatorExports from './operator-exports.ts'
import * as operatorFaqs from './operator-faqs.ts'
import * as operatorNodes from './operator-nodes.ts'
import * as operatorPayments from './operator-payments.ts'
import * as operatorPrices from './operator-prices.ts'
import * as operatorRegions from './operator-regions.ts'
import * as operatorRentals from './operator-rentals.ts'
import * as operatorUsers from './operator-users.ts'
import * as operatorServers from './operator-servers.ts'
import * as operatorVip from './operator-vip.ts'
import * as paymentNotify from './payment-notify.ts'
import * as payments from './payments.ts'
import * as portal from './portal.ts'
import * as rentals from './rentals.ts'
import * as servers from './servers.ts'
import * as vip from './vip.ts'

/** Every call of the portal, for the API's own pages and for the tests that walk all of them. */
export const allCalls: readonly Call[] = [
  servers,
  leaderboard,
  events,
  portal,
  faqs,
  auth,
  account,
  mailSettings,
  operator,
  operatorServers,
  operatorAnnouncements,
  operatorFaqs,
  operatorCommands,
  operatorAccounts,
  operatorUsers,
  operatorAudit,
  operatorBoards,
  operatorConsole,
  operatorEvents,
  operatorNodes,
  payments,
  paymentNotify,
  vip,
  rentals,
  demos,
  inventory,
  operatorPrices,
  operatorPayments,
  operatorVip,
  operatorRegions,
  operatorRentals,
  operatorExports,
].flatMap((domain) => Object.values(domain).filter(isCall))

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value
}
