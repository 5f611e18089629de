import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../app/session/session.ts'
import { vipStatusQuery } from '../../../app/account/vip-status.queries.ts'

/**
 * E3: whether the visitor holds any membership. It is asked each time the dialog opens; nobody signed in, no answer yet
 * and a failure count as none.
 */
export function useHoldsMembership(open: boolean): boolean {
  const steamId = useSession()?.user.steamId
  const { data, isSuccess } = useQuery({
    ...vipStatusQuery(steamId ?? ''),
    enabled: open && steamId !== undefined,
    staleTime: 0,
  })
  return steamId !== undefined && isSuccess && data.type !== 'none'
}
