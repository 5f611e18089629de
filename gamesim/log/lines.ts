import type { Happening, Identity, Position } from '../happenings.ts'
import { steamTag } from '../play/player.ts'

/** `MM/DD/YYYY - HH:MM:SS.mmm`, UTC. */
export function stamp(epochMs: number): string {
  const [date = '', time = ''] = new Date(epochMs).toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} - ${time.slice(0, 12)}`
}

/** The line CS2 writes for a happening, without its timestamp; null when it writes none. */
export function lineOf(happening: Happening): string | null {
  switch (happening.kind) {
    case 'killed': {
      const { killer, killerAt, victim, victimAt, weapon } = happening
      const how = [happening.headshot && 'headshot', happening.penetrated && 'penetrated'].filter(Boolean)
      const deed = `${who(killer)} ${at(killerAt)} killed ${who(victim)} ${at(victimAt)} with "${weapon}"`
      return how.length > 0 ? `${deed} (${how.join(' ')})` : deed
    }
    case 'assisted':
      return `${who(happening.player)} ${happening.flash ? 'flash-assisted' : 'assisted'} killing ${who(happening.victim)}`
    case 'suicide':
      return `${who(happening.player)} ${at(happening.at)} committed suicide with "${happening.weapon}"`
    case 'connected':
      return `${who(happening.player)} connected, address "${happening.address}"`
    case 'entered':
      return `${who(happening.player)} entered the game`
    case 'left':
      return `${who(happening.player)} disconnected (reason "${happening.reason}")`
    case 'switched': {
      const { player, to } = happening
      return `${who({ ...player, team: to })} switched from team <${player.team}> to <${to}>`
    }
    case 'said':
      return `${who(happening.player)} ${happening.toTeam ? 'say_team' : 'say'} "${plain(happening.text)}"`
    case 'clutched':
    case 'crashed':
      return null
    case 'map-loading':
    case 'map-started':
    case 'match-started':
    case 'round-started':
    case 'round-won':
    case 'round-ended':
    case 'game-over':
    case 'rcon':
      return worldLine(happening)
  }
}

function worldLine(
  happening: Exclude<Happening, { player: Identity } | { killer: Identity }>,
): string | null {
  switch (happening.kind) {
    case 'map-loading':
      return `Loading map "${happening.map}"`
    case 'map-started':
      return `Started map "${happening.map}"`
    case 'match-started':
      return `World triggered "Match_Start" on "${happening.map}"`
    case 'round-started':
      return 'World triggered "Round_Start"'
    case 'round-ended':
      return 'World triggered "Round_End"'
    case 'round-won': {
      const { side, notice, ct, t } = happening
      return `Team "${side}" triggered "${notice}" (CT "${ct}") (T "${t}")`
    }
    case 'game-over': {
      const { mode, map, ct, t, minutes } = happening
      return `Game Over: ${mode} ${map} score ${ct}:${t} after ${minutes} min`
    }
    case 'rcon':
      return `rcon from "${happening.from}": command "${plain(happening.command)}"`
    case 'crashed':
      return null
  }
}

function who(identity: Identity): string {
  const team = identity.team === 'Unassigned' ? '' : identity.team
  return `"${plain(identity.name)}<${identity.userId}><${steamTag(identity.steamId)}><${team}>"`
}

function at(position: Position): string {
  return `[${position.join(' ')}]`
}

/** A log line is one line, whatever was typed. */
function plain(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ')
}
