import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorSearch } from '@clutch/contract/api/console/search.ts'
import {
  type OperatorArea,
  type OperatorRights,
  hasRight,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import { searchUsers } from '../accounts/index.ts'
import { type Queries, withSearchTimeout } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { findPlayerNames } from '../leaderboard/index.ts'
import { searchOrders } from '../payments/index.ts'
import { searchRentals } from '../rentals/index.ts'
import { searchServers } from '../servers/index.ts'

const fewOfEach = 5

/** Returns a few matches for a text, of each kind that the caller may read. Throws `search.too_long`. */
export async function searchEverything(
  { database }: Pick<AppContext, 'database'>,
  find: string,
  rights: OperatorRights,
): Promise<Reply<typeof operatorSearch>> {
  return withSearchTimeout(database, async (tx) => {
    const ifReadable = async <Row>(
      area: OperatorArea,
      search: (queries: Queries, text: string, limit: number) => Promise<Row[]>,
    ) => (hasRight(rights, area, 'read') ? search(tx, find, fewOfEach) : [])
    const servers = await ifReadable('servers', searchServers)
    const users = await ifReadable('users', searchUsers)
    const orders = await ifReadable('orders', searchOrders)
    const rentals = await ifReadable('rentals', searchRentals)
    const names = await findPlayerNames(tx, [
      ...orders.map(({ steamId }) => steamId),
      ...rentals.map(({ owner }) => owner),
    ])
    return {
      servers,
      users,
      orders: orders.map((order) => ({ ...order, buyerName: names.get(order.steamId) ?? '' })),
      rentals: rentals.map((rental) => ({ ...rental, ownerName: names.get(rental.owner) ?? '' })),
    }
  })
}
