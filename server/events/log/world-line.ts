import type { LogEvent, Side } from './event.ts'

const triggered = /^World triggered "(Match_Start|Round_Start|Round_End|Warmup_Start)"(?: on "[^"]*")?$/
const won = /^Team "(CT|TERRORIST)" triggered "(SFUI_Notice_\w+)"(?: \(CT "\d+"\) \(T "\d+"\))?$/
const loading = /^Loading map "([^"]+)"$/
/** Some builds write a checksum behind the map. */
const started = /^Started map "([^"]+)"/

const kinds = {
  Match_Start: 'match-started',
  Round_Start: 'round-started',
  Round_End: 'round-ended',
  /** A match that is sent back to its warm-up is over. */
  Warmup_Start: 'game-over',
} as const

/** A line of nobody in particular; the game writes its beginning, so no player can make one. */
export function parseWorldLine(line: string, start: number, at: number): LogEvent | null {
  switch (line.charAt(start)) {
    case 'W': {
      const what = triggered.exec(line.slice(start))?.[1]
      return what === undefined ? null : { kind: kinds[what as keyof typeof kinds], at }
    }
    case 'T': {
      const [, side, notice] = won.exec(line.slice(start)) ?? []
      return notice === undefined ? null : { kind: 'round-won', at, side: side as Side, notice }
    }
    case 'L': {
      if (line.startsWith('Log file started', start)) return { kind: 'log-started', at }
      const map = loading.exec(line.slice(start))?.[1]
      return map === undefined ? null : { kind: 'map-loading', at, map }
    }
    case 'S': {
      const map = started.exec(line.slice(start))?.[1]
      return map === undefined ? null : { kind: 'map-started', at, map }
    }
    case 'G':
      return line.startsWith('Game Over: ', start) ? { kind: 'game-over', at } : null
    default:
      return null
  }
}
