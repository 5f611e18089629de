import type { Game } from '../play/game.ts'
import { type DemoOptions, Demos } from './demos.ts'
import { MatchEvents } from './events.ts'

export interface MatchzyOptions extends Omit<DemoOptions, 'matchId'> {
  /** Match ids begin after this one. */
  firstId: number
  maps: readonly string[]
}

/** Puts MatchZy on a game: it reports the matches and records them. */
export function installMatchzy(game: Game, { firstId, maps, ...options }: MatchzyOptions): Demos {
  let match = firstId
  const matchId = () => match
  const { cvars, now } = options
  const demos = new Demos({ ...options, matchId })
  const events = new MatchEvents({ cvars, maps, matchId, now })
  game.listeners.push((happening) => {
    if (happening.kind === 'match-started') match += 1
    events.react(happening)
    demos.react(happening)
  })
  return demos
}
