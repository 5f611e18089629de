import type { JoinLinkKind } from '../../api/content/portal.ts'
import type { Server } from '../../api/servers/servers.ts'
import { formatServerAddress } from './list/server-sort.ts'

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
