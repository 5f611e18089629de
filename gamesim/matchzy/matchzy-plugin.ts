import type { Game } from '../game/game.ts'
import { type DemoOptions, DemoRecorder } from './demos.ts'
import { MatchEventReporter } from './match-events.ts'

export interface MatchzyOptions extends Omit<DemoOptions, 'matchId'> {
  /** Match ids begin after this one. */
  firstMatchId: number
  maps: readonly string[]
}

/** Puts MatchZy on a game: it reports the matches and records them. */
export function installMatchzy(game: Game, { firstMatchId, maps, ...options }: MatchzyOptions): DemoRecorder {
  let match = firstMatchId
  const matchId = () => match
  const { cvars, now } = options
  const demos = new DemoRecorder({ ...options, matchId })
  const events = new MatchEventReporter({ cvars, maps, matchId, now })
  game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'match-started') match += 1
    events.handleEvent(gameEvent)
    demos.handleEvent(gameEvent)
  })
  return demos
}

/** Different ids for every start and every run: receivers tell matches apart by them. */
export function firstMatchId(epoch: number, starts: number): number {
  return 1000 * (Math.floor((epoch - Date.UTC(2026, 0, 1)) / 1000) + starts)
}
