import { useQuery } from '@tanstack/react-query'
import { loadAccount } from '../../app/account/account.queries.ts'
import { useSession } from '../../app/session/session.ts'

/** Whether the user may use the console: the gate has verified an operator with a second factor. */
export function useConsoleAccess(): boolean {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['admin', 'account', session?.user.steamId ?? ''],
    queryFn: loadAccount,
    enabled: false,
  })
  return (
    session !== null &&
    data !== undefined &&
    data.groups.includes('op') &&
    data.secondFactor.on &&
    data.secondFactor.shown
  )
}
