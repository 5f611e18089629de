import type { Account } from '@clutch/contract/api/account.ts'

/** What the form holds. An empty name is Steam's. */
export interface Profile {
  name: string
  avatarSource: Account['avatarSource']
}

export function profileOf({ ownName, username, avatarSource }: Account): Profile {
  return { name: ownName ? username : '', avatarSource }
}

/** The name without the space around it. */
export function chosenName({ name }: Profile): string {
  return name.trim()
}

/** The name others will see. */
export function shownName(profile: Profile, account: Account): string {
  return chosenName(profile) || account.steamName || account.username
}

/** Only what differs from what is saved. */
export function changesOf(
  profile: Profile,
  account: Account,
): { username?: string; avatarSource?: Account['avatarSource'] } {
  const saved = profileOf(account)
  const username = chosenName(profile)
  return {
    ...(username !== saved.name && { username }),
    ...(profile.avatarSource !== saved.avatarSource && { avatarSource: profile.avatarSource }),
  }
}
