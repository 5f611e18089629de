import { toAccountNumber } from '../accounts/steam-id.ts'

/** What a line of the file needs of a ban. */
export interface FiledBan {
  kind: string
  steamId: string
  state: string
  serverIds: readonly string[] | null
  expires: number | null
}

/** Whether `banned_user.cfg` can hold a sanction: it knows permanent bans of a whole server only, and no portal that ends the others. */
function isFiledBan({ kind, state, serverIds, expires }: FiledBan): boolean {
  return kind === 'ban' && state === 'active' && serverIds === null && expires === null
}

/** The lines of `banned_user.cfg`, as `writeid` of a game server writes them; each player once. */
export function formatBannedUsers(bans: readonly FiledBan[]): string {
  const ids = new Set(bans.filter(isFiledBan).map(({ steamId }) => steamId))
  return [...ids].map((steamId) => `banid 0 ${toSteam2Id(steamId)}\n`).join('')
}

/** A SteamID64 as `STEAM_1:Y:Z`. */
function toSteam2Id(steamId: string): string {
  const account = BigInt(toAccountNumber(steamId))
  return `STEAM_1:${account % 2n}:${account / 2n}`
}
