import type { Command, CommandHost } from '../rcon/command-host.ts'

/**
 * MatchZy 0.8.15 parses these from the rest of the line as it was typed, quotes and all: a quoted value changes nothing, and neither
 * does asking without one.
 */
function createBareCvar(name: string, isValue: (text: string) => boolean): Command {
  return (host, _words, text) => {
    const value = text.slice(name.length).trim()
    if (isValue(value)) host.cvars.set(name, value)
    return ''
  }
}

const isFlag = (text: string) => /^(true|false)$/i.test(text)

function loadMode(host: CommandHost, mode: 'practice' | 'match' | 'sleep'): void {
  host.cvars.set('sv_cheats', String(mode === 'practice'))
  host.cvars.set('sv_infinite_ammo', mode === 'practice' ? '1' : '0')
}

/** What MatchZy starts a second after each map has loaded. */
export function startMapMode(host: CommandHost): void {
  const mode = ({ '0': 'sleep', '1': 'match', '2': 'practice' } as const)[
    host.cvars.get('matchzy_autostart_mode') ?? ''
  ]
  if (mode) loadMode(host, mode)
}

/** MatchZy's modes: of practice and match, the second is refused while a match is on. It has no command for scrims. */
export const matchzyModeCommands: Record<string, Command> = {
  matchzy_autostart_mode: createBareCvar('matchzy_autostart_mode', (text) => /^\d$/.test(text)),
  matchzy_knife_enabled_default: createBareCvar('matchzy_knife_enabled_default', isFlag),
  matchzy_playout_enabled_default: createBareCvar('matchzy_playout_enabled_default', isFlag),
  css_prac: (host) => {
    if (host.game.phase === 'live') return ''
    loadMode(host, 'practice')
    return ''
  },
  css_match: (host) => {
    if (host.game.phase === 'live') return ''
    loadMode(host, 'match')
    return ''
  },
  css_endmatch: (host) => {
    if (host.game.phase === 'live' && host.cvars.get('sv_cheats') !== 'true') host.restart(1)
    return ''
  },
}
