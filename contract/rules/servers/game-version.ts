/**
 * A version as Steam compares it: the digits of `1.41.3.1` are 14131. Null for a text that is none.
 * Source: `PatchVersion` of the game's steam.inf, A2S_INFO and Steam's `UpToDateCheck`.
 */
export function parseGameVersion(text: string): number | null {
  return /^\d{1,3}(\.\d{1,4}){1,4}$/.test(text) ? Number(text.replaceAll('.', '')) : null
}

/** Whether players, whose game Steam keeps up to date, cannot join a server of this version. False while either is unknown. */
export function isGameOutdated(version: string | null, required: number | null): boolean {
  const parsed = version === null ? null : parseGameVersion(version)
  return parsed !== null && required !== null && parsed < required
}
