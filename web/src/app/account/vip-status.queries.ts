import type { Reply } from '@clutch/contract/api/call.ts'
import { getVipStatus } from '@clutch/contract/api/accounts/sign-in.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/api-client.ts'
import { logError } from '../errors/log-error.ts'
import { getSession, useSession } from '../session/session.ts'

export type VipStatus = Reply<typeof getVipStatus>

/** F6: the event on `window` after which the status is asked again. */
const vipStatusChanged = 'vipStatusChanged'

const signedOutStatus: VipStatus = { type: 'none', groups: [], expireDate: null }
const vipStatusRoot = ['vip-status'] as const

/** F7: the groups of a player, with the end of VIP for the one signed in; what was known stays where it cannot be had. */
export const vipStatusQuery = (steamId: string) =>
  queryOptions({
    queryKey: [...vipStatusRoot, steamId] as const,
    queryFn: async ({ signal }): Promise<VipStatus> => {
      try {
        const bearer = getSession()?.token
        return await call(getVipStatus, { params: { steamId }, bearer, signal })
      } catch (error) {
        if (!signal.aborted) logError('loading the VIP status', error)
        // What was known before stays.
        throw error
      }
    },
    staleTime: 60_000,
    retry: false,
  })

/** F7, B4: Returns the groups of the signed-in user; none for a visitor, and until they are known. */
export function useVipStatus(): VipStatus {
  const steamId = useSession()?.user.steamId
  const { data } = useQuery({ ...vipStatusQuery(steamId ?? ''), enabled: steamId !== undefined })
  return data ?? signedOutStatus
}

/** F6: Notifies all parts of the page that the signed-in user's status may have changed. */
export function announceVipStatusChange(): void {
  dispatchEvent(new Event(vipStatusChanged))
}

/** F6: Reloads the status after a change notification. */
export function useVipStatusRefresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    const askAgain = () => void client.invalidateQueries({ queryKey: vipStatusRoot })
    addEventListener(vipStatusChanged, askAgain)
    return () => removeEventListener(vipStatusChanged, askAgain)
  }, [client])
}
