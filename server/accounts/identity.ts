import { randomUUIDv7 } from 'node:crypto'
import type { Identity } from '@clutch/contract/api/auth.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './users-store.ts'
import type { UserRow } from './users-store.ts'

/** How the portal names somebody: the name they chose, else Steam's, else the last digits of the SteamID. */
export function identityOf(user: UserRow): Identity {
  const { steam_id: steamId } = user
  return {
    steamId: steamId ?? '',
    username:
      user.username ?? user.steam_name ?? (steamId === null ? (user.email ?? '') : `#${steamId.slice(-6)}`),
    avatar: steamId !== null && shownPicture(user) ? avatarAddress(steamId, user.steam_fetched_at) : '',
  }
}

/** Where a player's picture is; it changes with the picture, so that it can be kept for long. */
export function avatarAddress(steamId: string, fetchedAt: Date | null): string {
  return `/api/avatars/${steamId}?v=${fetchedAt?.getTime().toString(36) ?? ''}`
}

/** The account of a SteamID that was proven, made at the first time. */
export async function userOfSteamId(
  { clock }: Pick<House, 'clock'>,
  tx: Queries,
  steamId: string,
): Promise<UserRow> {
  await store.insertUser(tx, { id: randomUUIDv7(), steam_id: steamId, created_at: clock.now() })
  const user = await store.selectUserBySteamId(tx, steamId)
  if (!user) throw new Error('a user vanished while they signed in')
  return user
}

function shownPicture(user: UserRow): boolean {
  return user.avatar_source === 'steam' && user.has_picture === true
}
