import { formatScoreLines, formatStatusLines, formatTeamLines } from './score-lines.ts'
import type { Game } from './game.ts'

/** A backup belongs to the running match. */
export function canRestore(game: Game, played: number): boolean {
  return game.phase === 'live' && game.backups.has(played)
}

/** Loads the backup of the round after `played` ones; nothing that was planned happens any more. */
export function restoreRound(game: Game, played: number): void {
  game.cancelScheduled()
  game.phase = 'live'
  game.backups.load(played)
  game.emit({ kind: 'match-reloaded', map: game.map })
  voidRoundsAfter(game, played)
  const { CT, TERRORIST } = game.score
  const draw = `World triggered "SFUI_Notice_Round_Draw" (CT "${CT}") (T "${TERRORIST}")`
  game.log([...formatTeamLines(), draw, ...formatScoreLines(game), ...formatStatusLines(game)])
  game.endRound()
  game.nextFreeze()
}

/** Announces that the match will begin again. Until then nothing counts. */
export function announceRestart(game: Game, seconds: number): void {
  game.phase = 'warmup'
  game.emit({ kind: 'match-restarting', seconds })
  voidRoundsAfter(game, 0)
  game.resetScore()
  game.log(formatScoreLines(game))
}

/** A deathmatch has no rounds that could be taken back. */
function voidRoundsAfter(game: Game, played: number): void {
  if (!game.rules.mode.startsWith('dm')) game.emit({ kind: 'rounds-voided', played })
}
