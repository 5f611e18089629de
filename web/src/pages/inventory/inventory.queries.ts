import { signInToInventory, updateInventoryUser } from '@clutch/contract/api/inventory/inventory.ts'
import { inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api/api-client.ts'

/** The portal makes up to three requests to the site: two for a check of the sign-in, one for the token. */
const signInTimeoutMs = 3 * inventoryTimeoutMs + 2_000

/**
 * J3: the one-time token by which the frame signs in, once the inventory site knows the player. It is asked for at the first visit
 * and not again; what failed is asked for at the next one.
 */
export const inventoryTokenQuery = (steamId: string) =>
  queryOptions({
    queryKey: ['inventory', steamId],
    queryFn: async ({ signal }) => {
      await call(updateInventoryUser, { body: { steamid: steamId }, signal })
      return (await call(signInToInventory, { body: { steamId }, signal, timeoutMs: signInTimeoutMs })).token
    },
    staleTime: Infinity,
    // A token of yesterday opens nothing.
    gcTime: 0,
    retry: false,
  })
