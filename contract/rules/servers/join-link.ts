import type { Server } from '../../api/servers/servers.ts'
import { formatServerAddress } from './list/server-sort.ts'

/** How the join button opens the game; the operator chooses (integrations: Joining from a browser). */
export const joinLinkKinds = ['run', 'connect', 'perfectworld'] as const

export type JoinLinkKind = (typeof joinLinkKinds)[number]

type Addressed = Pick<Server, 'ip' | 'port'>

/** D3: the platform link with the game's app id and a connect to ip:port. */
export function joinLink(server: Addressed, kind: JoinLinkKind): string {
  const to = formatServerAddress(server)
  switch (kind) {
    case 'run':
      return `steam://run/730//+connect ${to}`.replace(' ', '%20')
    case 'connect':
      return `steam://connect/${to}`
    case 'perfectworld':
      return `steam://rungame/730/76561202255233023/+connect%20${to}%20-perfectworld`
  }
}

/** D3: returns the text to copy for the game's console. */
export function connectCommand(server: Addressed): string {
  return `connect ${formatServerAddress(server)}`
}
