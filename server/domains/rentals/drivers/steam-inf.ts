import { parseGameVersion } from '@clutch/contract/rules/servers/game-version.ts'

/** Where an install of the game names its version. */
export const steamInfPath = 'game/csgo/steam.inf'

/** The version in the text of a steam.inf; null where it names none. */
export function readPatchVersion(text: string): string | null {
  const version = /^PatchVersion=(\S+)\s*$/m.exec(text)?.[1] ?? ''
  return parseGameVersion(version) === null ? null : version
}
