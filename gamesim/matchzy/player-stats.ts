import type { GameEvent, PlayerIdentity } from '../game-events.ts'

/** What MatchZy tells of a player, in its own words; what is not simulated stays 0. */
const zeroStats = {
  kills: 0,
  deaths: 0,
  assists: 0,
  flash_assists: 0,
  team_kills: 0,
  suicides: 0,
  damage: 0,
  utility_damage: 0,
  enemies_flashed: 0,
  friendlies_flashed: 0,
  knife_kills: 0,
  headshot_kills: 0,
  rounds_played: 0,
  bomb_defuses: 0,
  bomb_plants: 0,
  '1k': 0,
  '2k': 0,
  '3k': 0,
  '4k': 0,
  '5k': 0,
  '1v1': 0,
  '1v2': 0,
  '1v3': 0,
  '1v4': 0,
  '1v5': 0,
  first_kills_t: 0,
  first_kills_ct: 0,
  first_deaths_t: 0,
  first_deaths_ct: 0,
  trade_kills: 0,
  kast: 0,
  score: 0,
  mvp: 0,
}

type MatchzyStats = typeof zeroStats

export interface MatchzyPlayerStats {
  steamid: string
  name: string
  stats: MatchzyStats
}

/** The players' numbers of one match, as MatchZy's events carry them. */
export class MatchzyScoreboard {
  readonly #players = new Map<string, { name: string; team: string; stats: MatchzyStats }>()

  clear(): void {
    this.#players.clear()
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'killed' && !gameEvent.warmup) {
      const { killer, victim, teamKill, headshot, weapon } = gameEvent
      this.#statsOf(victim).deaths += 1
      const stats = this.#statsOf(killer)
      if (teamKill) stats.team_kills += 1
      else stats.kills += 1
      if (headshot) stats.headshot_kills += 1
      if (weapon === 'knife') stats.knife_kills += 1
    } else if (gameEvent.kind === 'assisted' && !gameEvent.warmup) {
      const stats = this.#statsOf(gameEvent.player)
      stats.assists += 1
      if (gameEvent.flash) stats.flash_assists += 1
    } else if (gameEvent.kind === 'suicide' && !gameEvent.warmup)
      this.#statsOf(gameEvent.player).suicides += 1
    else if (gameEvent.kind === 'round-won') {
      for (const player of gameEvent.present) this.#statsOf(player).rounds_played += 1
    }
  }

  /** The people last seen on a side. */
  listPlayers(side: string): MatchzyPlayerStats[] {
    return [...this.#players]
      .filter(([, { team }]) => team === side)
      .map(([steamid, { name, stats }]) => ({ steamid, name, stats }))
  }

  /** Bots are in no event; their numbers are never read. */
  #statsOf({ steamId, name, team }: PlayerIdentity): MatchzyStats {
    if (steamId === null) return { ...zeroStats }
    const player = this.#players.get(steamId) ?? { name, team, stats: { ...zeroStats } }
    this.#players.set(steamId, Object.assign(player, { name, team }))
    return player.stats
  }
}
