import type { LogEvent, Side } from './log-event.ts'

const triggered = /^World triggered "(\w+)(?:\(\d+_seconds?\))?"(?: on "[^"]*")?$/
const won = /^Team "(CT|TERRORIST)" triggered "(SFUI_Notice_\w+)"(?: \(CT "(\d{1,4})"\) \(T "(\d{1,4})"\))?$/
/** CT first. */
const score = /^MatchStatus: Score: (\d{1,4}):(\d{1,4}) on map "[^"]*" RoundsPlayed: (-?\d{1,4})$/
const loading = /^Loading map "([^"]+)"$/
/** Some builds write a checksum behind the map. */
const started = /^Started map "([^"]+)"/
const freeze = 'Starting Freeze period'

const kinds = {
  Match_Start: 'match-started',
  Match_Reloaded: 'match-reloaded',
  Game_Commencing: 'match-commencing',
  Restart_Round_: 'match-restarting',
  Round_Start: 'round-started',
  Round_End: 'round-ended',
  Warmup_Start: 'warmup-started',
} as const

/** Parses a line about no particular player; the game writes its beginning, so no player can forge one. */
export function parseWorldLine(line: string, start: number, at: number): LogEvent | null {
  switch (line.charAt(start)) {
    case 'W': {
      const event = triggered.exec(line.slice(start))?.[1] ?? ''
      return Object.hasOwn(kinds, event) ? { kind: kinds[event as keyof typeof kinds], at } : null
    }
    case 'T': {
      const [, side, notice, ct, t] = won.exec(line.slice(start)) ?? []
      const played = ct === undefined ? null : Number(ct) + Number(t)
      return notice === undefined ? null : { kind: 'round-won', at, side: side as Side, notice, played }
    }
    case 'M': {
      const [, ct, t, played] = score.exec(line.slice(start)) ?? []
      return played === undefined
        ? null
        : { kind: 'score', at, played: Number(played), ct: Number(ct), t: Number(t) }
    }
    case 'L': {
      if (line.startsWith('Log file started', start)) return { kind: 'log-started', at }
      const map = loading.exec(line.slice(start))?.[1]
      return map === undefined ? null : { kind: 'map-loading', at, map }
    }
    case 'S': {
      if (line.startsWith(freeze, start) && line.length === start + freeze.length)
        return { kind: 'freeze-started', at }
      const map = started.exec(line.slice(start))?.[1]
      return map === undefined ? null : { kind: 'map-started', at, map }
    }
    case 'G':
      return line.startsWith('Game Over: ', start) ? { kind: 'game-over', at } : null
    default:
      return null
  }
}
