import type { GameEvent } from '../game-events.ts'
import type { ServerConfig } from '../server/server-config.ts'
import { VisitorTraffic } from '../players/visitor-traffic.ts'
import { DeathmatchMode } from './deathmatch-mode.ts'
import { DuelMode } from './duel-mode.ts'
import type { Game } from '../game/game.ts'
import type { GameMode, GameModeHost } from './game-mode.ts'
import type { Player } from '../game/player.ts'
import type { Population } from '../players/population.ts'
import { announceRestart, canRestore } from '../game/match-restore.ts'
import { type RoundRules, RoundMode } from './round-mode.ts'
import { TeamVisits } from '../players/team-visits.ts'

const mapLoadMs = 4000
const matchEndPauseMs = 15_000

/** Runs a server: its map rotation, its mode, its crowd, and its sleep while it is empty. */
export class MatchDirector implements GameModeHost {
  readonly #game: Game
  readonly #config: ServerConfig
  readonly #traffic: VisitorTraffic
  readonly #visits: TeamVisits | null
  readonly #mode: GameMode
  #isPaused = true

  constructor(game: Game, settings: ServerConfig, population: Population) {
    this.#game = game
    this.#config = settings
    this.#traffic = new VisitorTraffic(game, population, settings)
    const { visitors } = settings
    const welcome = (player: Player) => this.#traffic.scheduleStay(player)
    this.#visits = visitors > 0 ? new TeamVisits(game, population, visitors, welcome) : null
    this.#mode = createGameMode(game, this, settings)
  }

  start(): void {
    this.changeMap(this.#config.maps[0] ?? 'de_dust2')
    const people = this.#visits ?? this.#traffic
    people.start()
  }

  stop(): void {
    this.#visits?.stop()
    this.#traffic.stop()
    this.#game.cancelScheduled()
    this.#game.roster.clear()
  }

  /** Loads a map; everyone on the server comes along. */
  changeMap(map: string): void {
    this.#isPaused = true
    this.#game.loadMap(map)
    this.#game.schedule(mapLoadMs, () => {
      this.#game.startMap()
      for (const player of this.#game.roster.all) this.#traffic.scheduleStay(player)
      this.#isPaused = false
      this.#game.schedule(1000, () => this.#begin())
    })
  }

  /** Restarts the running map after some seconds; a map that still loads cannot be restarted. */
  restart(seconds: number): void {
    if (this.#game.phase === 'loading') return
    this.#game.cancelScheduled()
    this.#isPaused = false
    announceRestart(this.#game, seconds)
    this.#game.schedule(seconds * 1000, () => this.#mode.restart())
  }

  /** Plays on from a backup; false where the game has none. */
  restore(played: number): boolean {
    if (!this.#mode.restore || !canRestore(this.#game, played)) return false
    this.#mode.restore(played)
    return true
  }

  handleEvent(gameEvent: GameEvent): void {
    this.#mode.handleEvent?.(gameEvent)
    this.#visits?.handleEvent(gameEvent)
    if (gameEvent.kind === 'connected' || gameEvent.kind === 'left') {
      if (gameEvent.player.steamId !== null) this.#traffic.adjustBots()
    } else if (gameEvent.kind === 'switched' && this.#isPaused && this.#game.phase !== 'loading')
      this.#resume()
  }

  pause(): void {
    this.#isPaused = true
    this.#game.cancelScheduled()
    this.#game.phase = 'warmup'
  }

  finishMap(): void {
    const { maps } = this.#config
    const next = maps[(maps.indexOf(this.#game.map) + 1) % maps.length] ?? this.#game.map
    this.#game.schedule(matchEndPauseMs, () => this.changeMap(next))
  }

  #resume(): void {
    this.#isPaused = false
    this.#game.schedule(2000, () => this.#begin())
  }

  #begin(): void {
    this.#isPaused = false
    this.#mode.begin()
  }
}

function createGameMode(
  game: Game,
  stage: GameModeHost,
  { mode, mapMinutes, matchRounds }: ServerConfig,
): GameMode {
  if (mode === 'dm' || mode === 'dm-pistol')
    return new DeathmatchMode(game, stage, mapMinutes, mode === 'dm-pistol')
  if (mode === 'solo') return new DuelMode(game, stage, mapMinutes)
  const length =
    mode === 'competitive' ? { roundsToWin: matchRounds / 2 + 1, halfRounds: matchRounds / 2 } : {}
  return new RoundMode(game, stage, { ...roundRules[mode], ...length, mapMinutes })
}

const roundRules: Record<'retakes' | 'competitive' | 'public', Omit<RoundRules, 'mapMinutes'>> = {
  retakes: { warmupSeconds: 20, roundSeconds: 40, roundsToWin: null, halfRounds: null },
  competitive: { warmupSeconds: 90, roundSeconds: 115, roundsToWin: 13, halfRounds: 12 },
  public: { warmupSeconds: 30, roundSeconds: 115, roundsToWin: 8, halfRounds: 7 },
}
