import type { Game } from '../game/game.ts'
import type { Player } from '../game/player.ts'
import { isHeadshot, pickWeapon } from './weapons.ts'

const assistShare = 0.12
const flashShare = 0.1

/** One kill as people make them: a weapon of their taste, sometimes the head, sometimes with help. */
export function simulateKill(game: Game, killer: Player, victim: Player, pistolsOnly: boolean): void {
  const { random } = game
  const weapon = pickWeapon(random, pistolsOnly)
  const headshot = isHeadshot(random, weapon, killer.skill)
  game.kill(killer, victim, { weapon, headshot, penetrated: random.chance(0.04) })
  const helpers = listAlive(game).filter(
    (one) => one.team === killer.team && one !== killer && one !== victim,
  )
  if (helpers.length > 0 && killer.team !== victim.team && random.chance(assistShare)) {
    game.assist(random.pick(helpers), victim, random.chance(flashShare))
  }
}

/** Those alive in the game. */
export function listAlive(game: Game): Player[] {
  return game.roster.playing.filter((player) => player.isAlive)
}

/** Picks one of `candidates`, skilled players more often. */
export function pickPlayerBySkill(game: Game, candidates: readonly Player[]): Player {
  const first = game.random.pick(candidates)
  const second = game.random.pick(candidates)
  return first.skill >= second.skill ? first : second
}
