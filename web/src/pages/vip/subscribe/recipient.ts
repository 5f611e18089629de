import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'

/** Who VIP is bought for. */
export type RecipientKind = 'self' | 'gift'

/** What is wrong with the SteamID64 of somebody who gets a gift; null: nothing. */
export type RecipientError = 'missing' | 'rule' | 'own' | null

/** A SteamID64 as somebody copies it, without spaces. */
export function removeSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

/** F4: a gift goes to a SteamID64 of somebody else. */
export function findRecipientError(steamId: string, own: string): RecipientError {
  if (steamId === '') return 'missing'
  if (!isSteamId(steamId)) return 'rule'
  return steamId === own ? 'own' : null
}
