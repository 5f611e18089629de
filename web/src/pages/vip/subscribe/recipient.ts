import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'

/** Who VIP is bought for. */
export type RecipientKind = 'self' | 'gift'

/** The error of a gift recipient's SteamID64; null if it is valid. */
export type RecipientError = 'missing' | 'rule' | 'own' | null

/** Removes spaces from a copied SteamID64. */
export function removeSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

/** F4: Checks that a gift's recipient is another player's SteamID64. */
export function findRecipientError(steamId: string, own: string): RecipientError {
  if (steamId === '') return 'missing'
  if (!isSteamId(steamId)) return 'rule'
  return steamId === own ? 'own' : null
}
