/** SteamID64 of account 0: the number after `[U:1:` is added to it (integrations, HTTP log). */
const firstSteamId = 76_561_197_960_265_728n

/** The SteamID64 of the account `[U:1:account]`. */
export function toSteamId(account: number | string): string {
  return String(firstSteamId + BigInt(account))
}

/** The account number of a SteamID64. */
export function toAccountNumber(steamId: string): string {
  return String(BigInt(steamId) - firstSteamId)
}

/** Whether a text is a SteamID64 of a person: 17 digits, one of Steam's individual accounts. */
export function isSteamId(text: string): boolean {
  if (!/^[1-9]\d{16}$/.test(text)) return false
  const account = BigInt(text) - firstSteamId
  return account > 0n && account < 2n ** 32n
}

/** A player's page at Steam (document 2 §2.7: the Steam link). */
export function steamProfileUrl(steamId: string): string {
  return `https://steamcommunity.com/profiles/${steamId}`
}
