import type { Side, Team } from '../game-events.ts'
import type { GameView } from './game-view.types.ts'
import type { Player } from './player.ts'
import type { PlayerScore } from './scoreboard.ts'

const sides: readonly Side[] = ['CT', 'TERRORIST']

const teamNumbers: Readonly<Record<Team, number>> = { Unassigned: 0, Spectator: 1, TERRORIST: 2, CT: 3 }

const statsFields =
  '             accountid,   team,  money,  kills, deaths,assists,    dmg,    hsp,    kdr,    adr,    mvp,     ef,     ud,     3k,     4k,     5k,clutchk, firstk,pistolk,sniperk, blindk,  bombk,firedmg,uniquek,  dinks,chickenk'

const startMoney = 800

/** Which teams play; the simulated ones have no other name than their side. */
export function formatTeamLines(): string[] {
  return sides.map((side) => `Team playing "${side}": ${side}`)
}

/** The score, with the rounds played so far: -1 in warm-up. Only games whose rounds are decided tell it. */
export function formatStatusLines({ map, phase, score, rules }: GameView): string[] {
  if (rules.mode === 'solo' || rules.mode.startsWith('dm')) return []
  const played = phase === 'warmup' ? -1 : score.CT + score.TERRORIST
  const state = `Score: ${score.CT}:${score.TERRORIST} on map "${map}" RoundsPlayed: ${played}`
  return [...formatTeamLines(), state].map((line) => `MatchStatus: ${line}`)
}

/** What each side has, written when a round is decided or a restart is announced. */
export function formatScoreLines({ score, roster }: GameView): string[] {
  return sides.map(
    (side) => `Team "${side}" scored "${score[side]}" with "${roster.side(side).length}" players`,
  )
}

/** The scoreboard as it is when a freeze period begins. */
export function formatStatsLines(game: GameView): string[] {
  const { score, map, name } = game
  const played = score.CT + score.TERRORIST
  const rows = game.roster.all.map((player) =>
    formatStatsLine(player, game.scoreboard.scoreOf(player.userId), played),
  )
  return [
    'JSON_BEGIN{',
    '"name": "round_stats",',
    `"round_number" : "${played + 1}",`,
    `"score_t" : "${score.TERRORIST}",`,
    `"score_ct" : "${score.CT}",`,
    `"map" : "${map}",`,
    `"server" : "${name()}",`,
    `"fields" : "${statsFields}"`,
    '"players" : {',
    ...rows,
    '}}JSON_END',
  ]
}

/** The end of a match: who was best at what. Those who did nothing have none. */
export function formatAccoladeLines({ roster, scoreboard }: GameView): string[] {
  const lines: string[] = []
  for (const player of roster.playing) {
    const { kills, headshots } = scoreboard.scoreOf(player.userId)
    if (kills <= 0) continue
    const share = headshots / kills
    const [award, value] = share > 0.5 ? ['hsp', 100 * share] : ['uniqueweaponkills', kills]
    const accolade = `{${award}},\t${player.name}<${player.userId}>,\tVALUE: ${value.toFixed(6)}`
    lines.push(`ACCOLADE, FINAL: ${accolade},\tPOS: 1,\tSCORE: ${(2 * value).toFixed(6)}`)
  }
  return lines
}

function formatStatsLine({ userId, steamId, team }: Player, score: PlayerScore, played: number): string {
  const { kills, deaths, assists, headshots } = score
  const account = steamId === null ? '0' : String(BigInt(steamId) - 76561197960265728n)
  const damage = 100 * Math.max(0, kills)
  const perKill = kills > 0 ? (100 * headshots) / kills : 0
  const whole = (value: number) => String(Math.round(value)).padStart(7)
  const exact = (value: number) => value.toFixed(2).padStart(7)
  const columns = [
    account.padStart(20),
    ...[teamNumbers[team], startMoney, kills, deaths, assists].map(whole),
    ...[damage, perKill, kills / Math.max(1, deaths)].map(exact),
    whole(damage / Math.max(1, played)),
    ...Array.from({ length: 11 }, () => whole(0)),
    '0.000000',
    '0.000000',
    ...Array.from({ length: 3 }, () => whole(0)),
  ]
  return `"player_${userId}" : "${columns.join(',')}"`
}
