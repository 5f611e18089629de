import * as account from './account.ts'
import * as auth from './auth.ts'
import type { Call } from './call.ts'
import * as events from './events.ts'
import * as leaderboard from './leaderboard.ts'
import * as operator from './operator.ts'
import * as operatorAccounts from './operator-accounts.ts'
import * as operatorBoards from './operator-boards.ts'
import * as operatorEvents from './operator-events.ts'
import * as operatorPayments from './operator-payments.ts'
import * as operatorPrices from './operator-prices.ts'
import * as operatorVip from './operator-vip.ts'
import * as payments from './payments.ts'
import * as portal from './portal.ts'
import * as servers from './servers.ts'
import * as vip from './vip.ts'

/** Every call of the portal, for the API's own pages and for the tests that walk all of them. */
export const everyCall: readonly Call[] = [
  servers,
  leaderboard,
  events,
  portal,
  auth,
  account,
  operator,
  operatorAccounts,
  operatorBoards,
  operatorEvents,
  payments,
  vip,
  operatorPrices,
  operatorPayments,
  operatorVip,
].flatMap((domain) => Object.values(domain).filter(isCall))

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value
}
