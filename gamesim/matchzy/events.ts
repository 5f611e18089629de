import type { Happening } from '../happenings.ts'
import { post } from '../http-post.ts'
import { ownHeader } from './contract.ts'

const timeoutMs = 5000

/** MatchZy's webhook: tells of the course of a match, once each and without retry, as the plugin does. */
export class MatchEvents {
  readonly #cvars: ReadonlyMap<string, string>
  readonly #matchId: () => number
  #round = 0

  constructor(cvars: ReadonlyMap<string, string>, matchId: () => number) {
    this.#cvars = cvars
    this.#matchId = matchId
  }

  react(happening: Happening): void {
    if (happening.kind === 'match-started') {
      this.#round = 0
      this.#send('series_start', { num_maps: 1, team1: { name: 'CT' }, team2: { name: 'TERRORIST' } })
      this.#send('going_live', { map_number: 0, map_name: happening.map })
    } else if (happening.kind === 'round-won') {
      this.#round += 1
      const { side, notice, ct, t } = happening
      const team = side === 'CT' ? 'team1' : 'team2'
      const scores = { team1: { name: 'CT', score: ct }, team2: { name: 'TERRORIST', score: t } }
      this.#send('round_end', {
        map_number: 0,
        round_number: this.#round,
        reason: notice,
        winner: { side, team },
        ...scores,
      })
    } else if (happening.kind === 'game-over') {
      const { ct, t } = happening
      const winner = ct === t ? 'none' : ct > t ? 'team1' : 'team2'
      const scores = { team1: { name: 'CT', score: ct }, team2: { name: 'TERRORIST', score: t } }
      this.#send('map_result', { map_number: 0, winner: { team: winner }, ...scores })
      this.#send('series_end', { winner: { team: winner }, time_until_restore: 15 })
    }
  }

  #send(event: string, fields: Record<string, unknown>): void {
    const url = this.#cvars.get('matchzy_remote_log_url') ?? ''
    if (!URL.canParse(url)) return
    const body = Buffer.from(JSON.stringify({ event, matchid: this.#matchId(), ...fields }))
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      ...ownHeader(this.#cvars, 'matchzy_remote_log'),
    }
    void post({ url, headers, body, timeoutMs })
  }
}
