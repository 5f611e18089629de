import type { Body } from '@clutch/contract/api/call.ts'
import {
  operatorAddPrivilege,
  operatorChangePrivilege,
  operatorListPrivileges,
  operatorListVipServers,
  operatorReapplyVip,
  operatorRemovePrivilege,
  type OperatorPrivilege,
} from '@clutch/contract/api/vip/operator-vip.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

const serversEveryMs = 5_000

export const privilegesQuery = queryOptions({
  queryKey: ['console', 'privileges'],
  queryFn: ({ signal }) => call(operatorListPrivileges, { signal }),
})

type PrivilegeFields = Required<
  Pick<Body<typeof operatorAddPrivilege>, 'order' | 'content' | 'detail' | 'flags'>
>

/** Adds a row, or changes the one of this id. */
export async function savePrivilege(
  id: string | undefined,
  { revision, ...body }: PrivilegeFields & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(operatorAddPrivilege, { body })
  else await call(operatorChangePrivilege, { params: { id }, body: { ...body, revision } })
}

export async function removePrivilege({ id, revision }: OperatorPrivilege): Promise<void> {
  await call(operatorRemovePrivilege, { params: { id }, query: { revision } })
}

/** The state of VIP on the game servers. */
export const vipServersQuery = queryOptions({
  queryKey: ['console', 'vip-servers'],
  queryFn: ({ signal }) => call(operatorListVipServers, { signal }),
  refetchInterval: serversEveryMs,
})

/** Sends all VIPs to a server again. */
export async function reapplyVip(server: string): Promise<void> {
  await call(operatorReapplyVip, { params: { id: server } })
}
