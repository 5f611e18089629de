import type { Account } from '@clutch/contract/api/accounts/account.ts'

/** What the form holds. An empty name is Steam's. */
export interface Profile {
  name: string
  avatarSource: Account['avatarSource']
}

export function toProfile({ ownName, username, avatarSource }: Account): Profile {
  return { name: ownName ? username : '', avatarSource }
}

/** The name without the space around it. */
export function trimName({ name }: Profile): string {
  return name.trim()
}

/** The name others will see. */
export function displayName(profile: Profile, account: Account): string {
  return trimName(profile) || account.steamName || account.username
}

/** Returns only the values that differ from the saved ones. */
export function findProfileChanges(
  profile: Profile,
  account: Account,
): { username?: string; avatarSource?: Account['avatarSource'] } {
  const saved = toProfile(account)
  const username = trimName(profile)
  return {
    ...(username !== saved.name && { username }),
    ...(profile.avatarSource !== saved.avatarSource && { avatarSource: profile.avatarSource }),
  }
}
