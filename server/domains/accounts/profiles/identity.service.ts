import { randomUUIDv7 } from 'node:crypto'
import type { Identity } from '@clutch/contract/api/accounts/sign-in.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { selectPlayerNames } from './player-names.store.ts'
import * as store from '../users/users.store.ts'

/** The fields that identify a user to others. */
type IdentitySource = Omit<
  store.UserRow,
  'id' | 'password_hash' | 'steam_fetched_at' | 'language' | 'mails_off'
>

/** Returns a user as the portal shows them. */
export function toIdentity(user: IdentitySource): Identity {
  const { steam_id: steamId } = user
  return {
    steamId: steamId ?? '',
    username: displayName(user),
    avatar: userAvatarUrl(user),
  }
}

/** A player as the portal shows them, whether or not they have an account here. */
export async function getPlayerIdentity(queries: Queries, steamId: string): Promise<Identity> {
  const user = await store.selectUserBySteamId(queries, steamId)
  if (user) return toIdentity(user)
  const [row] = await selectPlayerNames(queries, [steamId])
  const unknown = { steam_id: steamId, username: null, steam_name: null, seen_name: null, email: null }
  return { steamId, username: displayName(row ?? unknown), avatar: '' }
}

/** How the portal names a player: the name they chose, else Steam's, else the last one in the game, else the end of the SteamID. */
export function displayName(
  user: Pick<store.UserRow, 'username' | 'steam_name' | 'seen_name' | 'steam_id' | 'email'>,
): string {
  const { username, steam_name: steamName, seen_name: seenName, steam_id: steamId, email } = user
  return username ?? steamName ?? seenName ?? (steamId === null ? (email ?? '') : `#${steamId.slice(-6)}`)
}

/** Returns the URL of a player's picture; it changes with the picture, so that it can be cached for long. */
export function avatarUrl(steamId: string, pictureAt: Date): string {
  return `/api/avatars/${steamId}?v=${pictureAt.getTime().toString(36)}`
}

/** The account of a SteamID that was proven, made at the first time. */
export async function findOrCreateUser(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  steamId: string,
): Promise<store.UserRow> {
  await store.insertUser(tx, { id: randomUUIDv7(), steam_id: steamId, created_at: clock.now() })
  const user = await store.selectUserBySteamId(tx, steamId)
  if (!user) throw new Error('a user vanished while they signed in')
  return user
}

function userAvatarUrl({
  steam_id: steamId,
  steam_picture_at: pictureAt,
  avatar_source: source,
}: IdentitySource): string {
  return steamId === null || pictureAt === null || source === 'drawn' ? '' : avatarUrl(steamId, pictureAt)
}

/** What the portal calls these players, by SteamID64, in the order of `shownName`. Who has no name is left out. */
export async function getPlayerNames(
  queries: Queries,
  steamIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = steamIds.length === 0 ? [] : await selectPlayerNames(queries, [...new Set(steamIds)])
  return new Map(
    rows.flatMap(({ steam_id: steamId, username, steam_name: steamName, seen_name: seenName }) => {
      const name = username ?? steamName ?? seenName ?? ''
      return name === '' ? [] : [[steamId, name]]
    }),
  )
}
