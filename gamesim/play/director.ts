import type { Happening } from '../happenings.ts'
import type { ServerSettings } from '../settings.ts'
import { Crowd } from './crowd.ts'
import { Deathmatch } from './deathmatch.ts'
import { Duels } from './duels.ts'
import type { Game } from './game.ts'
import type { Play, Stage } from './play.ts'
import type { Player } from './player.ts'
import type { Population } from './population.ts'
import { announceRestart, canRestore } from './replay.ts'
import { type RoundRules, Rounds } from './rounds.ts'
import { Visits } from './visits.ts'

const loadMs = 4000
const applauseMs = 15_000

/** Runs a server: its rotation of maps, its way of playing, its crowd, and its sleep while nobody is there. */
export class Director implements Stage {
  readonly #game: Game
  readonly #settings: ServerSettings
  readonly #crowd: Crowd
  readonly #visits: Visits | null
  readonly #play: Play
  #isPaused = true

  constructor(game: Game, settings: ServerSettings, population: Population) {
    this.#game = game
    this.#settings = settings
    this.#crowd = new Crowd(game, population, settings)
    const { visitors } = settings
    const welcome = (player: Player) => this.#crowd.welcome(player)
    this.#visits = visitors > 0 ? new Visits(game, population, visitors, welcome) : null
    this.#play = playOf(game, this, settings)
  }

  open(): void {
    this.changeMap(this.#settings.maps[0] ?? 'de_dust2')
    const people = this.#visits ?? this.#crowd
    people.open()
  }

  close(): void {
    this.#visits?.close()
    this.#crowd.close()
    this.#game.abandon()
    this.#game.roster.clear()
  }

  /** Loads a map; everybody on the server comes along. */
  changeMap(map: string): void {
    this.#isPaused = true
    this.#game.loadMap(map)
    this.#game.later(loadMs, () => {
      this.#game.startMap()
      for (const player of this.#game.roster.all) this.#crowd.welcome(player)
      this.#isPaused = false
      this.#game.later(1000, () => this.#begin())
    })
  }

  /** Plays the running map from the start, after so many seconds; a map that still loads is not there to be played. */
  restart(seconds: number): void {
    if (this.#game.phase === 'loading') return
    this.#game.abandon()
    this.#isPaused = false
    announceRestart(this.#game, seconds)
    this.#game.later(seconds * 1000, () => this.#play.restart())
  }

  /** Plays on from a backup; false where the game has none. */
  restore(played: number): boolean {
    if (!this.#play.restore || !canRestore(this.#game, played)) return false
    this.#play.restore(played)
    return true
  }

  react(happening: Happening): void {
    this.#play.react?.(happening)
    this.#visits?.react(happening)
    if (happening.kind === 'connected' || happening.kind === 'left') {
      if (happening.player.steamId !== null) this.#crowd.fillUp()
    } else if (happening.kind === 'switched' && this.#isPaused && this.#game.phase !== 'loading')
      this.#resume()
  }

  pause(): void {
    this.#isPaused = true
    this.#game.abandon()
    this.#game.phase = 'warmup'
  }

  finish(): void {
    const { maps } = this.#settings
    const next = maps[(maps.indexOf(this.#game.map) + 1) % maps.length] ?? this.#game.map
    this.#game.later(applauseMs, () => this.changeMap(next))
  }

  #resume(): void {
    this.#isPaused = false
    this.#game.later(2000, () => this.#begin())
  }

  #begin(): void {
    this.#isPaused = false
    this.#play.begin()
  }
}

function playOf(game: Game, stage: Stage, { mode, mapMinutes, matchRounds }: ServerSettings): Play {
  if (mode === 'dm' || mode === 'dm-pistol')
    return new Deathmatch(game, stage, mapMinutes, mode === 'dm-pistol')
  if (mode === 'solo') return new Duels(game, stage, mapMinutes)
  const length = mode === 'competitive' ? { toWin: matchRounds / 2 + 1, half: matchRounds / 2 } : {}
  return new Rounds(game, stage, { ...roundRules[mode], ...length, mapMinutes })
}

const roundRules: Record<'retakes' | 'competitive' | 'public', Omit<RoundRules, 'mapMinutes'>> = {
  retakes: { warmupSeconds: 20, roundSeconds: 40, toWin: null, half: null },
  competitive: { warmupSeconds: 90, roundSeconds: 115, toWin: 13, half: 12 },
  public: { warmupSeconds: 30, roundSeconds: 115, toWin: 8, half: 7 },
}
