import type { GameEvent, PlayerIdentity, Position, AmbientEvent } from '../game-events.ts'
import { toSteamTag } from '../game/player.ts'

/** `MM/DD/YYYY - HH:MM:SS.mmm`, UTC. */
export function formatTimestamp(epochMs: number): string {
  const [date = '', time = ''] = new Date(epochMs).toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} - ${time.slice(0, 12)}`
}

/** The line CS2 writes for a gameEvent, without its timestamp; null when it writes none. */
export function formatLogLine(gameEvent: GameEvent): string | null {
  switch (gameEvent.kind) {
    case 'killed': {
      const { killer, killerAt, victim, victimAt, weapon } = gameEvent
      const how = [gameEvent.headshot && 'headshot', gameEvent.penetrated && 'penetrated'].filter(Boolean)
      const deed = `${formatPlayer(killer)} ${formatPosition(killerAt)} killed ${formatPlayer(victim)} ${formatPosition(victimAt)} with "${weapon}"`
      return how.length > 0 ? `${deed} (${how.join(' ')})` : deed
    }
    case 'assisted':
      return `${formatPlayer(gameEvent.player)} ${gameEvent.flash ? 'flash-assisted' : 'assisted'} killing ${formatPlayer(gameEvent.victim)}`
    case 'suicide':
      return `${formatPlayer(gameEvent.player)} ${formatPosition(gameEvent.at)} committed suicide with "${gameEvent.weapon}"`
    case 'bombed':
      return `${formatPlayer(gameEvent.player)} ${formatPosition(gameEvent.at)} was killed by the bomb.`
    case 'connected':
      return `${formatPlayer(gameEvent.player)} connected, address "${gameEvent.address}"`
    case 'entered':
      return `${formatPlayer(gameEvent.player)} entered the game`
    case 'left':
      return `${formatPlayer(gameEvent.player)} disconnected (reason "${gameEvent.reason}")`
    case 'switched':
      return `"${formatPlayerWithoutTeam(gameEvent.player)}" switched from team <${gameEvent.player.team}> to <${gameEvent.to}>`
    case 'freed': {
      const { name, userId, team } = gameEvent.player
      return `"${toSingleLine(name)}<${userId}><STEAM_ID_PENDING>" switched from team <${team}> to <Unassigned>`
    }
    case 'said':
      return `${formatPlayer(gameEvent.player)} ${gameEvent.toTeam ? 'say_team' : 'say'} "${toSingleLine(gameEvent.text)}"`
    case 'attacked':
    case 'purchased':
    case 'threw':
    case 'killed-other':
      return formatAmbientLine(gameEvent)
    case 'clutched':
    case 'crashed':
    case 'sides-swapped':
    case 'rounds-voided':
      return null
    case 'map-loading':
    case 'cvar':
    case 'map-started':
    case 'warmup-started':
    case 'warmup-ended':
    case 'match-started':
    case 'match-restarting':
    case 'match-reloaded':
    case 'freeze-started':
    case 'round-started':
    case 'round-won':
    case 'round-ended':
    case 'game-over':
    case 'rcon':
    case 'announced':
    case 'noted':
      return formatWorldLine(gameEvent)
  }
}

function formatAmbientLine(trifle: AmbientEvent): string {
  const doer = formatPlayer(trifle.player)
  switch (trifle.kind) {
    case 'attacked': {
      const { victim, victimAt, weapon, damage, health, hitgroup } = trifle
      const harm = `(damage "${damage}") (damage_armor "3") (health "${health}") (armor "90") (hitgroup "${hitgroup}")`
      return `${doer} ${formatPosition(trifle.at)} attacked ${formatPlayer(victim)} ${formatPosition(victimAt)} with "${weapon}" ${harm}`
    }
    case 'purchased':
      return `${doer} purchased "${trifle.item}"`
    case 'threw':
      return `${doer} threw ${trifle.grenade} ${formatPosition(trifle.at)}`
    case 'killed-other':
      return `${doer} ${formatPosition(trifle.at)} killed other "${trifle.other}" ${formatPosition(trifle.otherAt)} with "${trifle.weapon}"`
  }
}

function formatWorldLine(
  gameEvent: Exclude<GameEvent, { player: PlayerIdentity } | { killer: PlayerIdentity }>,
): string | null {
  switch (gameEvent.kind) {
    case 'map-loading':
      return `Loading map "${gameEvent.map}"`
    case 'cvar':
      return `"${gameEvent.name}" = "${toSingleLine(gameEvent.value)}"`
    case 'map-started':
      return 'Started:  ""'
    case 'warmup-started':
      return 'World triggered "Warmup_Start"'
    case 'warmup-ended':
      return 'World triggered "Warmup_End"'
    case 'match-started':
      return `World triggered "Match_Start" on "${gameEvent.map}"`
    case 'match-restarting': {
      const { seconds } = gameEvent
      return `World triggered "Restart_Round_(${seconds}_second${seconds === 1 ? '' : 's'})"`
    }
    case 'match-reloaded':
      return `World triggered "Match_Reloaded" on "${gameEvent.map}"`
    case 'freeze-started':
      return 'Starting Freeze period'
    case 'round-started':
      return 'World triggered "Round_Start"'
    case 'round-ended':
      return 'World triggered "Round_End"'
    case 'round-won': {
      const { side, notice, ct, t } = gameEvent
      return `Team "${side}" triggered "${notice}" (CT "${ct}") (T "${t}")`
    }
    case 'game-over': {
      const { mode, map, ct, t, minutes } = gameEvent
      return `Game Over: ${mode}  ${map} score ${ct}:${t} after ${minutes} min`
    }
    case 'rcon':
      return `rcon from "${gameEvent.from}": command "${toSingleLine(gameEvent.command)}"`
    case 'announced':
      return `"Console<0>" say "${toSingleLine(gameEvent.text)}"`
    case 'noted':
      return toSingleLine(gameEvent.line)
    case 'sides-swapped':
    case 'rounds-voided':
    case 'crashed':
      return null
  }
}

function formatPlayer(identity: PlayerIdentity): string {
  const team = identity.team === 'Unassigned' ? '' : identity.team
  return `"${formatPlayerWithoutTeam(identity)}<${team}>"`
}

/** Without the team, as in the line that tells of a new one. */
function formatPlayerWithoutTeam({ name, userId, steamId }: PlayerIdentity): string {
  return `${toSingleLine(name)}<${userId}><${toSteamTag(steamId)}>`
}

function formatPosition(position: Position): string {
  return `[${position.join(' ')}]`
}

/** A log line is one line, whatever was typed. */
function toSingleLine(text: string): string {
  return text.replaceAll(/[\r\n\0]/g, ' ')
}
