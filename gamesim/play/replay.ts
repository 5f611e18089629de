import { scoredLines, statusLines, teamLines } from './chronicle.ts'
import type { Game } from './game.ts'

/** A backup belongs to the running match. */
export function canRestore(game: Game, played: number): boolean {
  return game.phase === 'live' && game.backups.has(played)
}

/** Loads the backup of the round after `played` ones; nothing that was planned happens any more. */
export function restore(game: Game, played: number): void {
  game.abandon()
  game.phase = 'live'
  game.backups.load(played)
  game.happen({ kind: 'match-reloaded', map: game.map })
  voidAfter(game, played)
  const { CT, TERRORIST } = game.score
  const draw = `World triggered "SFUI_Notice_Round_Draw" (CT "${CT}") (T "${TERRORIST}")`
  game.note([...teamLines(), draw, ...scoredLines(game), ...statusLines(game)])
  game.endRound()
  game.nextFreeze()
}

/** Announces that the match will begin again. Until then nothing counts. */
export function announceRestart(game: Game, seconds: number): void {
  game.phase = 'warmup'
  game.happen({ kind: 'match-restarting', seconds })
  voidAfter(game, 0)
  game.resetScore()
  game.note(scoredLines(game))
}

/** A deathmatch has no rounds that could be taken back. */
function voidAfter(game: Game, played: number): void {
  if (!game.rules.mode.startsWith('dm')) game.happen({ kind: 'rounds-voided', played })
}
