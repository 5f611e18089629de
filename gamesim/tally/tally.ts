import type { GameEvent, KillEvent, PlayerIdentity, RoundEvent } from '../game-events.ts'
import { type PlayerTally, countKill, zeroPlayerTally } from './player-tally.ts'

interface JournalRound {
  isOver: boolean
  events: RoundEvent[]
}

/** What counted in each round of the running match, so that the rounds the game takes back can be taken back. */
class MatchJournal {
  #rounds: JournalRound[] = []

  startMatch(): void {
    this.#rounds = [{ isOver: false, events: [] }]
  }

  endMatch(): void {
    this.#rounds = []
  }

  nextRound(): void {
    if (this.#rounds.at(-1)?.isOver) this.#rounds.push({ isOver: false, events: [] })
  }

  add(gameEvent: RoundEvent): void {
    const round = this.#rounds.at(-1)
    if (!round) return
    round.events.push(gameEvent)
    if (gameEvent.kind === 'round-won') round.isOver = true
  }

  /** What happened after the first `played` rounds; the match goes on with the next one. */
  revertAfter(played: number): RoundEvent[] {
    if (this.#rounds.length === 0) return []
    const voided = this.#rounds.splice(played)
    this.#rounds.push({ isOver: false, events: [] })
    return voided.flatMap(({ events }) => events)
  }
}

/** Everything that happened on one server, JSON-ready. */
export interface TallySnapshot {
  players: Record<string, PlayerTally>
  maps: string[]
  rounds: number
  matches: number
  crashes: number
}

type EventOfKind<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>

interface PlayerSession {
  connectedAt: number
  enteredAt: number | null
}

/** An own count of what truly happened, never made from log lines. Bots have no entry of their own. */
export class Tally {
  readonly #now: () => number
  readonly #players = new Map<string, PlayerTally>()
  readonly #sessions = new Map<string, PlayerSession>()
  readonly #maps: string[] = []
  readonly #journal = new MatchJournal()
  #rounds = 0
  #matches = 0
  #crashes = 0

  /** `now` is the game clock in ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A player's numbers so far, running session included; all zero for a stranger. */
  player(steamId: string): PlayerTally {
    const counted = structuredClone(this.#players.get(steamId) ?? zeroPlayerTally(''))
    const session = this.#sessions.get(steamId)
    if (session) addSessionTime(counted, session, this.#now())
    return counted
  }

  snapshot(): TallySnapshot {
    const players = Object.fromEntries([...this.#players.keys()].map((id) => [id, this.player(id)]))
    const totals = { rounds: this.#rounds, matches: this.#matches, crashes: this.#crashes }
    return { players, maps: [...this.#maps], ...totals }
  }

  handleEvent(gameEvent: GameEvent): void {
    switch (gameEvent.kind) {
      case 'killed':
      case 'assisted':
      case 'suicide':
      case 'bombed':
      case 'clutched':
      case 'round-won':
        this.#journal.add(gameEvent)
        return this.#countRoundEvent(gameEvent, 1)
      case 'connected':
      case 'entered':
      case 'left':
      case 'said':
        return this.#handleVisitEvent(gameEvent)
      case 'match-started':
      case 'freeze-started':
      case 'rounds-voided':
      case 'game-over':
      case 'map-loading':
        return this.#handleMatchEvent(gameEvent)
      case 'map-started':
        this.#maps.push(gameEvent.map)
        return
      case 'crashed':
        return this.#handleCrash()
      case 'announced':
      case 'attacked':
      case 'cvar':
      case 'freed':
      case 'killed-other':
      case 'match-reloaded':
      case 'match-restarting':
      case 'noted':
      case 'purchased':
      case 'rcon':
      case 'round-ended':
      case 'round-started':
      case 'sides-swapped':
      case 'switched':
      case 'threw':
      case 'warmup-ended':
      case 'warmup-started':
    }
  }

  #handleMatchEvent(
    gameEvent: EventOfKind<
      'match-started' | 'freeze-started' | 'rounds-voided' | 'game-over' | 'map-loading'
    >,
  ): void {
    switch (gameEvent.kind) {
      case 'match-started':
        this.#matches += 1
        return this.#journal.startMatch()
      case 'freeze-started':
        return this.#journal.nextRound()
      case 'rounds-voided':
        for (const voided of this.#journal.revertAfter(gameEvent.played)) this.#countRoundEvent(voided, -1)
        return
      case 'game-over':
      case 'map-loading':
        return this.#journal.endMatch()
    }
  }

  /** Counts what can be taken back (`by` -1). */
  #countRoundEvent(gameEvent: RoundEvent, by: 1 | -1): void {
    if (gameEvent.kind === 'killed') return this.#countKill(gameEvent, by)
    if (gameEvent.kind === 'round-won') return this.#countRound(gameEvent.side, gameEvent.present, by)
    const row = this.#playerOf(gameEvent.player)
    if (row === null) return
    if (gameEvent.kind === 'clutched') {
      row.clutches += by
      row.clutchWins += gameEvent.won ? by : 0
    } else if (gameEvent.warmup) return
    else if (gameEvent.kind === 'assisted') row.assists += by
    else if (gameEvent.kind === 'bombed') row.bombed += by
    else if (!gameEvent.afterLeaving) row.suicides += by
  }

  #handleVisitEvent(gameEvent: EventOfKind<'connected' | 'entered' | 'left' | 'said'>): void {
    const { player } = gameEvent
    const row = this.#playerOf(player)
    if (row === null || player.steamId === null) return
    if (gameEvent.kind === 'connected') {
      row.connects += 1
      this.#sessions.set(player.steamId, { connectedAt: this.#now(), enteredAt: null })
    } else if (gameEvent.kind === 'entered') {
      const session = this.#sessions.get(player.steamId)
      if (session) session.enteredAt ??= this.#now()
    } else if (gameEvent.kind === 'left') {
      row.disconnects += 1
      this.#endSession(player.steamId)
    } else row.chatLines += 1
  }

  #countKill(kill: KillEvent, by: 1 | -1): void {
    const killer = this.#playerOf(kill.killer)
    const victim = this.#playerOf(kill.victim)
    if (kill.teamKill) {
      if (killer) killer.teamKills += by
      if (victim) victim.teamDeaths += by
      return
    }
    if (killer) countKill(kill.warmup ? killer.warmup : victim ? killer : killer.vsBots, kill, by)
    if (victim) (kill.warmup ? victim.warmup : killer ? victim : victim.vsBots).deaths += by
  }

  #countRound(side: string, present: readonly PlayerIdentity[], by: 1 | -1): void {
    this.#rounds += by
    for (const identity of present) {
      const row = this.#playerOf(identity)
      if (row === null) continue
      if (identity.team === side) row.roundsWon += by
      else row.roundsLost += by
    }
  }

  #handleCrash(): void {
    this.#crashes += 1
    this.#journal.endMatch()
    for (const steamId of this.#sessions.keys()) this.#endSession(steamId)
  }

  #endSession(steamId: string): void {
    const session = this.#sessions.get(steamId)
    const row = this.#players.get(steamId)
    this.#sessions.delete(steamId)
    if (session && row) addSessionTime(row, session, this.#now())
  }

  #playerOf(identity: PlayerIdentity): PlayerTally | null {
    if (identity.steamId === null) return null
    const known = this.#players.get(identity.steamId)
    if (known) {
      known.name = identity.name
      return known
    }
    const made = zeroPlayerTally(identity.name)
    this.#players.set(identity.steamId, made)
    return made
  }
}

function addSessionTime(row: PlayerTally, session: PlayerSession, now: number): void {
  row.connectedMs += now - session.connectedAt
  if (session.enteredAt !== null) row.playtimeMs += now - session.enteredAt
}
