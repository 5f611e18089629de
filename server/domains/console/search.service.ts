import type { Reply } from '@clutch/contract/api/call.ts'
import type { SearchKind, operatorSearch } from '@clutch/contract/api/console/search.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type OperatorRights, hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { searchUsers } from '../accounts/index.ts'
import { type Queries, withSearchTimeout } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { findPlayerNames } from '../leaderboard/index.ts'
import { searchOrders } from '../payments/index.ts'
import { searchRentals } from '../rentals/index.ts'
import { searchServers } from '../servers/index.ts'

const fewOfEach = 5
/** How long each kind is searched, ms. */
const kindMs = 1_000

/** Returns a few matches for a text, of each kind that the caller may read, and which kinds took too long to search. */
export async function searchEverything(
  { database }: Pick<AppContext, 'database'>,
  find: string,
  rights: OperatorRights,
): Promise<Reply<typeof operatorSearch>> {
  const timedOut: SearchKind[] = []
  const searchKind = async <Row>(
    kind: SearchKind,
    search: (queries: Queries, text: string, limit: number) => Promise<Row[]>,
  ): Promise<Row[]> => {
    if (!hasRight(rights, kind, 'read')) return []
    try {
      return await withSearchTimeout(database, (tx) => search(tx, find, fewOfEach), kindMs)
    } catch (error) {
      if (!(error instanceof PortalError) || error.code !== 'search.too_long') throw error
      timedOut.push(kind)
      return []
    }
  }
  // One after the other: a search takes one connection.
  const servers = await searchKind('servers', searchServers)
  const users = await searchKind('users', searchUsers)
  const orders = await searchKind('orders', searchOrders)
  const rentals = await searchKind('rentals', searchRentals)
  const names = await findPlayerNames(database, [
    ...orders.map(({ steamId }) => steamId),
    ...rentals.map(({ owner }) => owner),
  ])
  return {
    servers,
    users,
    orders: orders.map((order) => ({ ...order, buyerName: names.get(order.steamId) ?? '' })),
    rentals: rentals.map((rental) => ({ ...rental, ownerName: names.get(rental.owner) ?? '' })),
    timedOut,
  }
}
