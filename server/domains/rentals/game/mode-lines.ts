import {
  type RentalMode,
  isMatchzyMode,
  isWorkshopMap,
} from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { formatPlainRconLine, formatRconLine } from '../../servers/index.ts'

interface ModeVariables {
  /** `game_type` and `game_mode` of Counter-Strike 2; they count from the next map on. */
  type: number
  mode: number
  /** `matchzy_autostart_mode`: what MatchZy starts at each map; 0: nothing. */
  autostart: number
  /** A file below `cfg/` that the operator supplies with the mods, for modes that need plugins of their own. */
  config?: string
}

/** Casual 0 0, competitive 0 1, wingman 0 2, deathmatch 1 2 (gamemodes.txt of the game). MatchZy 0.8.15 has no command for scrims. */
const modeVariables: Readonly<Record<RentalMode, ModeVariables>> = {
  practice: { type: 0, mode: 1, autostart: 2 },
  match: { type: 0, mode: 1, autostart: 1 },
  scrim: { type: 0, mode: 1, autostart: 1 },
  deathmatch: { type: 1, mode: 2, autostart: 0 },
  retakes: { type: 0, mode: 0, autostart: 0, config: 'clutch/retakes.cfg' },
  duel: { type: 0, mode: 2, autostart: 0, config: 'clutch/1v1.cfg' },
}

/**
 * Returns the lines that make a server start its next maps in a mode. MatchZy reads these values as they were typed, so they have no quotes.
 */
export function buildModeLines(mode: RentalMode): string[] {
  const { type, mode: gameMode, autostart } = modeVariables[mode]
  const isScrim = mode === 'scrim'
  return [
    formatPlainRconLine('game_type', String(type)),
    formatPlainRconLine('game_mode', String(gameMode)),
    formatPlainRconLine('matchzy_autostart_mode', String(autostart)),
    // A scrim plays all its rounds, and without a round of knives.
    formatPlainRconLine('matchzy_knife_enabled_default', String(!isScrim)),
    formatPlainRconLine('matchzy_playout_enabled_default', String(isScrim)),
  ]
}

/** Returns the line of `server.cfg` that runs the operator's file of a mode. */
export function buildModeConfigLines(mode: RentalMode): string[] {
  const { config } = modeVariables[mode]
  return config === undefined ? [] : [formatPlainRconLine('exec', config)]
}

/**
 * Returns the lines that set a running server to a map and a mode. The last one ends the connection where it loads a map. A match ends
 * first: MatchZy then stops its recording, and a map that changes during one crashes the game (csgo-osx-linux#3831).
 */
export function buildMapChangeLines(
  map: string,
  mode: RentalMode,
  { map: present, mode: presentMode }: { map: string | null; mode: RentalMode | null },
): string[] {
  const ending = [formatPlainRconLine('css_endmatch'), ...buildModeLines(mode)]
  const isMatchzy = isMatchzyMode(mode) && presentMode !== null && isMatchzyMode(presentMode)
  if (map === present && isMatchzy)
    return [...ending, formatPlainRconLine(mode === 'practice' ? 'css_prac' : 'css_match')]
  const change = isWorkshopMap(map)
    ? formatPlainRconLine('host_workshop_map', map)
    : formatRconLine('changelevel', map)
  return [...ending, formatPlainRconLine('bot_kick'), change]
}

/** What the console says of a mode. */
export interface ReportedMode {
  gameType: number | null
  gameMode: number | null
  cheats: boolean | null
}

/** The lines that ask for it. */
export const modeQueryLines = ['game_type', 'game_mode', 'sv_cheats'] as const

/** Reads answers such as `game_mode = 1` and `sv_cheats = true`. */
export function readReportedMode([type = '', mode = '', cheats = '']: readonly string[]): ReportedMode {
  const value = (answer: string) => /=\s*"?([\w.]+)"?/.exec(answer)?.[1]?.toLowerCase()
  const number = (answer: string) => {
    const text = value(answer)
    return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
  }
  const flag = value(cheats)
  return {
    gameType: number(type),
    gameMode: number(mode),
    cheats: flag === undefined ? null : flag === '1' || flag === 'true',
  }
}

/**
 * Whether a server reports a mode. Practice mode is known by `sv_cheats`, which MatchZy turns on for it alone. A mode with a file of the
 * operator counts as set, since that file may choose any variables.
 */
export function isInMode(mode: RentalMode, { gameType, gameMode, cheats }: ReportedMode): boolean {
  const { type, mode: wanted, config } = modeVariables[mode]
  if (config !== undefined) return true
  if (gameType !== type || gameMode !== wanted) return false
  return !isMatchzyMode(mode) || cheats === (mode === 'practice')
}
