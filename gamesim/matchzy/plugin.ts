import type { Game } from '../play/game.ts'
import { Demos } from './demos.ts'
import type { DemoOptions } from './demos.ts'
import { MatchEvents } from './events.ts'

/** Puts MatchZy on a game: it reports the matches and records them. Match ids begin after `firstId`. */
export function installMatchzy(game: Game, firstId: number, options: Omit<DemoOptions, 'matchId'>): Demos {
  let match = firstId
  const matchId = () => match
  const demos = new Demos({ ...options, matchId })
  const events = new MatchEvents(options.cvars, matchId)
  game.listeners.push((happening) => {
    if (happening.kind === 'match-started') match += 1
    events.react(happening)
    demos.react(happening)
  })
  return demos
}
