import type { GameEvent, PlayerIdentity } from '../game-events.ts'

/** What the game's scoreboard has of one player. */
export interface PlayerScore {
  kills: number
  deaths: number
  assists: number
  headshots: number
}

const zeroScore: PlayerScore = { kills: 0, deaths: 0, assists: 0, headshots: 0 }

/** The game's own scoreboard of the running match, by slot: what its round statistics and accolades are written from. */
export class Scoreboard {
  #rows = new Map<number, PlayerScore>()

  scoreOf(userId: number): PlayerScore {
    return this.#rows.get(userId) ?? zeroScore
  }

  reset(): void {
    this.#rows = new Map()
  }

  /** A copy to go back to. */
  save(): ReadonlyMap<number, PlayerScore> {
    return new Map(this.#rows)
  }

  restore(rows: ReadonlyMap<number, PlayerScore>): void {
    this.#rows = new Map(rows)
  }

  handleEvent(gameEvent: GameEvent): void {
    const { kind } = gameEvent
    if (kind === 'killed') {
      const { killer, victim, headshot, teamKill } = gameEvent
      this.#add(victim, { deaths: 1 })
      this.#add(killer, teamKill ? { kills: -1 } : { kills: 1, headshots: headshot ? 1 : 0 })
    } else if (kind === 'assisted') this.#add(gameEvent.player, { assists: 1 })
    else if (kind === 'suicide' || kind === 'bombed') this.#add(gameEvent.player, { deaths: 1 })
    else if (kind === 'connected') this.#rows.delete(gameEvent.player.userId)
  }

  #add({ userId }: PlayerIdentity, more: Partial<PlayerScore>): void {
    const row = { ...this.scoreOf(userId) }
    row.kills += more.kills ?? 0
    row.deaths += more.deaths ?? 0
    row.assists += more.assists ?? 0
    row.headshots += more.headshots ?? 0
    this.#rows.set(userId, row)
  }
}
