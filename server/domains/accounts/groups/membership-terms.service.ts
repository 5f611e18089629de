import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import { type VipTerm, getExtendedExpiry, revokeTerm } from '@clutch/contract/rules/vip/vip-term.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './groups.store.ts'

type Dependencies = Pick<AppContext, 'clock'>

/** A player’s place in a group. */
export interface MembershipKey {
  steamId: string
  group: GrantedGroup
}

/** A part of a membership. */
export interface Term {
  starts: Date
  ends: Date
}

/** A membership that holds. */
export interface GroupMember {
  steamId: string
  /** Null means permanent. */
  expires: Date | null
  /** When it was granted, or last changed. */
  granted: Date
}

/** C18: who holds a group at a time, and until when. */
export async function getGroupMembers(
  queries: Queries,
  group: GrantedGroup,
  now: Date,
): Promise<GroupMember[]> {
  const rows = await store.selectMemberships(queries, now).where('group_name', '=', group).execute()
  return rows.map(({ steam_id, expires_at, granted_at }) => ({
    steamId: steam_id,
    expires: expires_at,
    granted: granted_at,
  }))
}

/**
 * Returns a player's membership of a group at a time, with its end (null: permanent); null where there is
 * none.
 */
export async function getMembership(
  queries: Queries,
  { steamId, group }: MembershipKey,
  now: Date,
): Promise<{ expires: Date | null } | null> {
  const [held] = await store
    .selectMemberships(queries, now)
    .where('group_name', '=', group)
    .where('steam_id', '=', steamId)
    .execute()
  return held ? { expires: held.expires_at } : null
}

/** Returns whether a player is a permanent member of a group at a time. */
export async function isPermanentMember(queries: Queries, key: MembershipKey, now: Date): Promise<boolean> {
  return (await getMembership(queries, key, now))?.expires === null
}

/**
 * Locks a membership until the transaction ends and returns its end: now for an expired or missing one, null
 * for a permanent one.
 */
export async function lockMembershipEnd(
  tx: Queries,
  { clock }: Dependencies,
  { steamId, group }: MembershipKey,
): Promise<Date | null> {
  const now = clock.now()
  const { expires_at } = await store.lockMembership(tx, steamId, group, now)
  return expires_at !== null && expires_at < now ? now : expires_at
}

/**
 * F7: adds a term to a membership, from the later of now and its end. Returns null and changes nothing where
 * it is permanent.
 */
export async function extendMembership(
  tx: Queries,
  { clock }: Dependencies,
  { steamId, group }: MembershipKey,
  termMs: number,
): Promise<Term | null> {
  const now = clock.now()
  const { expires_at } = await store.lockMembership(tx, steamId, group, now)
  const ends = getExtendedExpiry(now.getTime(), expires_at && expires_at.getTime(), termMs)
  if (ends === null) return null
  const expires = new Date(ends)
  await store.saveMembership(tx, {
    steam_id: steamId,
    group_name: group,
    expires_at: expires,
    granted_at: now,
  })
  return { starts: new Date(ends - termMs), ends: expires }
}

/**
 * Revokes a term: the membership ends earlier by the rest of the term and keeps the remaining time of the
 * `others`. An expired or permanent one is unchanged. Returns the new times of the others, in their order.
 */
export async function shortenMembership(
  tx: Queries,
  { clock }: Dependencies,
  { steamId, group }: MembershipKey,
  { term, others }: { term: Term; others: readonly Term[] },
): Promise<Term[]> {
  const now = clock.now()
  const { expires_at } = await store.lockMembership(tx, steamId, group, now)
  const end = (expires_at ?? now).getTime()
  const back = revokeTerm(now.getTime(), end, toVipTerm(term), others.map(toVipTerm))
  if (expires_at !== null && expires_at > now && back.expires !== end)
    await store.saveMembership(tx, {
      steam_id: steamId,
      group_name: group,
      expires_at: new Date(back.expires),
      granted_at: now,
    })
  return back.others.map(({ starts, ends }) => ({ starts: new Date(starts), ends: new Date(ends) }))
}

function toVipTerm({ starts, ends }: Term): VipTerm {
  return { starts: starts.getTime(), ends: ends.getTime() }
}
