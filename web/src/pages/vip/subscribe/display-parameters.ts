import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { SubscribeSearch } from '../../../app/routes/page-search.ts'

/** Longer than any name from Steam or a portal; a longer one in the address is cut off. */
const nameMax = 64

/** F4: what the address says of who buys and where, else who is signed in; only ever shown. */
export function readDisplayParameters(
  { username, steamid, server_name: serverName }: SubscribeSearch,
  user: Identity | undefined,
  portalName: string,
): { username: string; steamId: string; community: string } {
  const isNamed = username !== undefined && username.trim() !== ''
  return {
    username: isNamed ? truncate(username) : (user?.username ?? ''),
    steamId: truncate(steamid ?? (isNamed ? '' : (user?.steamId ?? ''))),
    community: truncate(serverName ?? portalName),
  }
}

function truncate(text: string): string {
  return Array.from(text.trim()).slice(0, nameMax).join('')
}
