import { type GameEvent, type Side, oppositeSide } from '../game-events.ts'
import { sendPost } from '../http-post.ts'
import { readCustomHeader } from './matchzy-cvars.ts'
import { MatchzyScoreboard } from './player-stats.ts'

const timeoutMs = 5000

const teamNames = ['team1', 'team2'] as const
type TeamName = (typeof teamNames)[number]

/** CounterStrikeSharp's RoundEndReason of each notice. */
const roundEndReasons: Record<string, number> = {
  SFUI_Notice_Target_Bombed: 1,
  SFUI_Notice_Bomb_Defused: 7,
  SFUI_Notice_CTs_Win: 8,
  SFUI_Notice_Terrorists_Win: 9,
  SFUI_Notice_Target_Saved: 12,
}

export interface MatchEventsOptions {
  cvars: ReadonlyMap<string, string>
  /** The maps that are vetoed over; the one played is what is left. */
  maps: readonly string[]
  matchId: () => number
  /** Epoch ms by the game clock. */
  now: () => number
}

/** MatchZy's webhook: tells of the course of a match, once each and without retry, as the plugin does. */
export class MatchEventReporter {
  readonly #options: MatchEventsOptions
  readonly #scoreboard = new MatchzyScoreboard()
  /** The side that team1 plays on. */
  #side: Side = 'CT'
  #round = 0
  #roundAt = 0

  constructor(options: MatchEventsOptions) {
    this.#options = options
  }

  handleEvent(gameEvent: GameEvent): void {
    this.#scoreboard.handleEvent(gameEvent)
    if (gameEvent.kind === 'match-started') this.#reportStart(gameEvent.map)
    else if (gameEvent.kind === 'sides-swapped') this.#side = oppositeSide(this.#side)
    else if (gameEvent.kind === 'round-started') this.#roundAt = this.#options.now()
    else if (gameEvent.kind === 'round-won') {
      this.#round += 1
      const { side, notice } = gameEvent
      this.#send('round_end', {
        map_number: 0,
        round_number: this.#round,
        round_time: this.#options.now() - this.#roundAt,
        reason: roundEndReasons[notice] ?? 0,
        winner: this.#describeWinner(side),
        ...this.#describeTeams(gameEvent, 0),
      })
    } else if (gameEvent.kind === 'game-over') this.#reportEnd(gameEvent)
  }

  #reportStart(map: string): void {
    this.#side = 'CT'
    this.#round = 0
    this.#scoreboard.clear()
    const [team1, team2] = teamNames.map((team) => this.#describeTeam(team))
    this.#send('series_start', { num_maps: 1, team1, team2 })
    const banned = this.#options.maps.filter((other) => other !== map)
    for (const [turn, name] of banned.entries()) {
      this.#send('map_vetoed', { team: turn % 2 === 0 ? 'team1' : 'team2', map_name: name })
    }
    this.#send('map_picked', { team: 'team1', map_name: map, map_number: 1 })
    this.#send('side_picked', { team: 'team2', map_name: map, map_number: 1, side: 't' })
    this.#send('going_live', { map_number: 0 })
  }

  #reportEnd(score: { ct: number; t: number }): void {
    const { ct, t } = score
    const winner = ct === t ? { side: '0', team: 'none' } : this.#describeWinner(ct > t ? 'CT' : 'TERRORIST')
    const won = (team: TeamName) => (winner.team === team ? 1 : 0)
    this.#send('map_result', { map_number: 0, winner, ...this.#describeTeams(score, 1) })
    this.#send('series_end', {
      winner,
      team1_series_score: won('team1'),
      team2_series_score: won('team2'),
      time_until_restore: 10,
    })
  }

  /** Sides are the game's own numbers: 2 is T, 3 is CT. */
  #describeWinner(side: Side): { side: string; team: TeamName } {
    return { side: side === 'CT' ? '3' : '2', team: side === this.#side ? 'team1' : 'team2' }
  }

  #describeTeam(team: TeamName): { id: string; name: string } {
    return { id: '', name: team === 'team1' ? 'CT' : 'TERRORIST' }
  }

  #describeTeams({ ct, t }: { ct: number; t: number }, mapsPlayed: 0 | 1): Record<string, unknown> {
    const scores = { CT: ct, TERRORIST: t }
    return Object.fromEntries(
      teamNames.map((team) => {
        const side = team === 'team1' ? this.#side : oppositeSide(this.#side)
        const score = scores[side]
        const series_score = mapsPlayed === 1 && score > scores[oppositeSide(side)] ? 1 : 0
        const players = this.#scoreboard.listPlayers(side)
        return [team, { ...this.#describeTeam(team), series_score, score, score_ct: 0, score_t: 0, players }]
      }),
    )
  }

  #send(event: string, fields: Record<string, unknown>): void {
    const { cvars, matchId } = this.#options
    const url = cvars.get('matchzy_remote_log_url') ?? ''
    if (!URL.canParse(url)) return
    const body = Buffer.from(JSON.stringify({ event, matchid: matchId(), ...fields }))
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      ...readCustomHeader(cvars, 'matchzy_remote_log'),
    }
    void sendPost({ url, headers, body, timeoutMs })
  }
}
