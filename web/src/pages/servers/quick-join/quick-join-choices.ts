import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { quickJoinLongerName, quickJoinLongName } from '@clutch/contract/limits.ts'
import {
  quickJoinCategories,
  findQuickJoinServers,
  type QuickJoinCategory,
} from '@clutch/contract/rules/servers/list/quick-join.ts'

/** E1: every category with the number of servers that could be offered. */
export function countQuickJoinChoices(
  servers: readonly Server[],
  holdsMembership: boolean,
): { category: QuickJoinCategory; available: number }[] {
  return quickJoinCategories.map((category) => ({
    category,
    available: findQuickJoinServers(servers, category, holdsMembership).length,
  }))
}

/** E2: how large a server's name is written. */
export function chooseNameSize(name: string): 'normal' | 'long' | 'longer' {
  const length = Array.from(name).length
  if (length > quickJoinLongerName) return 'longer'
  return length > quickJoinLongName ? 'long' : 'normal'
}
