import { randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { selectFactor } from '../second-factor/second-factor.store.ts'
import {
  type LockedUserRow,
  type UserRow,
  deleteUser,
  insertUser,
  lockUser,
  lockUserBySteamId,
  selectUser,
  updateUser,
} from '../users/users.store.ts'
import { requestProfileRefresh } from '../profiles/profile-refresh.ts'

interface BindableAccounts {
  /** The account of the e-mail. */
  account: LockedUserRow
  /** The account the SteamID has already, without an e-mail: the two become one. */
  steamAccount: LockedUserRow | undefined
}

/**
 * C9: asserts that the account of an e-mail may be bound to a proven SteamID: it has none, and the SteamID's
 * account, if there is one, has no e-mail and no second factor, since a proof of the SteamID alone must not
 * pass it. Throws `bind.user_not_found`, `bind.already_bound`, `bind.steam_already_bound` or
 * `bind.second_factor_on`; in a transaction it stays true until that ends.
 */
export async function assertBindable(
  tx: Queries,
  userId: string,
  steamId: string,
): Promise<BindableAccounts> {
  const account = await lockUser(tx, userId)
  if (!account) throw new PortalError('bind.user_not_found', 'User not found')
  if (account.steam_id !== null)
    throw new PortalError('bind.already_bound', 'User already has a bound Steam account')
  const steamAccount = await lockUserBySteamId(tx, steamId)
  if (steamAccount && steamAccount.email !== null)
    throw new PortalError('bind.steam_already_bound', 'Steam account already bound to another user')
  if (steamAccount && (await selectFactor(tx, steamAccount.id))?.confirmed_at)
    throw new PortalError(
      'bind.second_factor_on',
      'This Steam account has a second factor; turn it off first',
    )
  return { account, steamAccount }
}

/**
 * C9, C10: binds a proven SteamID to an e-mail account in the caller's transaction and returns the user. If
 * the SteamID already has an account, e-mail and password move to it and the e-mail's own account, which
 * never had a session, is deleted. Throws as `assertBindable` does.
 */
export async function bindSteamId(
  context: Pick<AppContext, 'clock' | 'config' | 'jobs'>,
  tx: Queries,
  userId: string,
  steamId: string,
): Promise<UserRow> {
  await lockSteamId(tx, steamId, context.clock.now())
  const { account, steamAccount } = await assertBindable(tx, userId, steamId)
  if (steamAccount) await mergeAccounts(tx, account, steamAccount)
  else await updateUser(tx, userId, { steam_id: steamId })
  const user = await selectUser(tx, steamAccount?.id ?? userId)
  if (!user) throw new Error('a user vanished while they were bound')
  await requestProfileRefresh(context, tx, user)
  return user
}

/** Locks a SteamID that has no account: a first sign-in with it waits until the transaction ends. */
async function lockSteamId(tx: Queries, steamId: string, now: Date): Promise<void> {
  const id = randomUUIDv7()
  if (await insertUser(tx, { id, steam_id: steamId, created_at: now })) await deleteUser(tx, id)
}

async function mergeAccounts(tx: Queries, account: LockedUserRow, into: LockedUserRow): Promise<void> {
  await deleteUser(tx, account.id)
  await updateUser(tx, into.id, {
    email: account.email,
    password_hash: account.password_hash,
    username: into.username ?? account.username,
    language: into.language ?? account.language,
  })
}
