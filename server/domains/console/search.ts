import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorSearch } from '@clutch/contract/api/console/search.ts'
import { searchUsers } from '../accounts/index.ts'
import { withSearchTimeout } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { findPlayerNames } from '../leaderboard/index.ts'
import { searchOrders } from '../payments/index.ts'
import { searchRentals } from '../rentals/index.ts'
import { searchServers } from '../servers/index.ts'

const fewOfEach = 5

/** Returns a few matches of each kind for a text. Throws `search.too_long`. */
export async function searchEverything(
  { database }: Pick<AppContext, 'database'>,
  find: string,
): Promise<Reply<typeof operatorSearch>> {
  return withSearchTimeout(database, async (tx) => {
    const servers = await searchServers(tx, find, fewOfEach)
    const users = await searchUsers(tx, find, fewOfEach)
    const orders = await searchOrders(tx, find, fewOfEach)
    const rentals = await searchRentals(tx, find, fewOfEach)
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
