import type { Account } from '@clutch/contract/api/accounts/account.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { getGroups } from '../groups/groups.service.ts'
import { findOperatorPermissions } from '../operator-roles/operator-permissions.service.ts'
import { toIdentity } from '../profiles/identity.service.ts'
import { parseLanguage } from '../mail-settings/player-mail.service.ts'
import { type UserRow, selectUser, updateUser } from '../users/users.store.ts'
import { countRecoveryCodes, selectFactor } from '../second-factor/second-factor.store.ts'
import { type Caller, auditOwnAction } from './caller.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

export interface AccountChange {
  username?: string | undefined
  avatarSource?: Account['avatarSource'] | undefined
}

/** J2: returns the caller's account. */
export async function getOwnAccount(context: Dependencies, self: Caller): Promise<Account> {
  const { database, clock } = context
  const user = await getOwnUser(context, self)
  const groups = await getGroups(database, [self.steamId], clock.now())
  const factor = await selectFactor(database, self.userId)
  return {
    ...toIdentity(user),
    id: user.id,
    steamName: user.steam_name ?? '',
    ownName: user.username !== null,
    avatarSource: user.avatar_source === 'drawn' ? 'drawn' : 'steam',
    email: user.email,
    language: parseLanguage(user),
    groups: groups.get(self.steamId) ?? [],
    operator: await findOperatorPermissions(database, self.steamId, clock.now()),
    secondFactor: {
      on: factor?.confirmed_at != null,
      shown: self.secondFactorShown,
      recoveryCodes: await countRecoveryCodes(database, self.userId),
      removableBySteam: factor?.confirmed_at != null && factor.set_up_by === 'email',
    },
  }
}

/** J2: changes name or picture; an empty name is Steam's again. */
export async function changeOwnAccount(
  context: Dependencies,
  self: Caller,
  change: AccountChange,
): Promise<Account> {
  const { username, avatarSource } = change
  const columns = {
    ...(username !== undefined && { username: username === '' ? null : username }),
    ...(avatarSource !== undefined && { avatar_source: avatarSource }),
  }
  const fields = Object.keys(columns)
  if (fields.length > 0)
    await context.database.transaction().execute(async (tx) => {
      await updateUser(tx, self.userId, columns)
      await auditOwnAction(context, tx, self, 'CHANGE-ACCOUNT', { fields })
    })
  return getOwnAccount(context, self)
}

/** The user whose session asks; gone in this moment, they have no session either. */
export async function getOwnUser(
  { database }: Pick<AppContext, 'database'>,
  { userId }: Caller,
): Promise<UserRow> {
  const user = await selectUser(database, userId)
  if (!user) throw new PortalError('session.invalid', 'Unauthorized access')
  return user
}
