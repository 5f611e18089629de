import {
  type OperatorArea,
  type OperatorPermissions,
  hasRight,
  mayCall,
  ownerPermissions,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Call } from '@clutch/contract/api/call.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { loadAccount } from '../../../app/account/account.queries.ts'
import { useLocation } from '../../../app/router/router-provider.tsx'
import { useSession } from '../../../app/session/session.ts'
import { type ConsolePath, consolePages, matchConsolePath } from './console-paths.ts'

/** Of a user whose account is not loaded. */
const nothing: OperatorPermissions = { rights: {}, serverIds: [] }

/** What the operator may do, for the pages of the console. The portal checks each call itself. */
export const PermissionsContext = createContext<OperatorPermissions>(ownerPermissions)

export const usePermissions = () => useContext(PermissionsContext)

/** What the operator may do, as the console's gate loaded it. */
export function useLoadedPermissions(): OperatorPermissions {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['admin', 'account', session?.user.steamId ?? ''],
    queryFn: loadAccount,
    enabled: false,
  })
  return data?.operator ?? nothing
}

/** Whether an operator may see a page of the console. */
export function maySeePage({ rights }: OperatorPermissions, path: ConsolePath): boolean {
  const area = consolePages[path]
  return area === 'any' || hasRight(rights, area, 'read')
}

/** Whether the operator may make a call, of one server where it is given. */
export function useMayCall(): (call: Pick<Call, 'area' | 'method' | 'path'>, serverId?: string) => boolean {
  const permissions = usePermissions()
  return (call, serverId) => mayCall(permissions, { ...call, area: call.area ?? 'any' }, serverId)
}

/** Whether the operator may change what the present page is about. */
export function useMayChangePage(): boolean {
  const { rights } = usePermissions()
  const { pathname } = useLocation()
  const found = matchConsolePath(pathname)
  const area: OperatorArea | 'any' = found === null ? 'any' : consolePages[found.path]
  return area === 'any' || hasRight(rights, area, 'change')
}
