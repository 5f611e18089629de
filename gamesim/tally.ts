import type { Happening, Identity, Kill, RoundHappening } from './happenings.ts'
import { MatchJournal } from './match-journal.ts'
import { type PlayerTally, addFight, emptyPlayer } from './tally-player.ts'

/** Everything that happened on one server, JSON-ready. */
export interface TallySnapshot {
  players: Record<string, PlayerTally>
  maps: string[]
  rounds: number
  matches: number
  crashes: number
}

type HappeningOf<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>

interface Session {
  connectedAt: number
  enteredAt: number | null
}

/** An own count of what truly happened, never made from log lines. Bots have no entry of their own. */
export class Tally {
  readonly #now: () => number
  readonly #players = new Map<string, PlayerTally>()
  readonly #sessions = new Map<string, Session>()
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
    const counted = structuredClone(this.#players.get(steamId) ?? emptyPlayer(''))
    const session = this.#sessions.get(steamId)
    if (session) addTime(counted, session, this.#now())
    return counted
  }

  snapshot(): TallySnapshot {
    const players = Object.fromEntries([...this.#players.keys()].map((id) => [id, this.player(id)]))
    const totals = { rounds: this.#rounds, matches: this.#matches, crashes: this.#crashes }
    return { players, maps: [...this.#maps], ...totals }
  }

  count(happening: Happening): void {
    switch (happening.kind) {
      case 'killed':
      case 'assisted':
      case 'suicide':
      case 'bombed':
      case 'clutched':
      case 'round-won':
        this.#journal.add(happening)
        return this.#count(happening, 1)
      case 'connected':
      case 'entered':
      case 'left':
      case 'said':
        return this.#visit(happening)
      case 'match-started':
      case 'freeze-started':
      case 'rounds-voided':
      case 'game-over':
      case 'map-loading':
        return this.#match(happening)
      case 'map-started':
        this.#maps.push(happening.map)
        return
      case 'crashed':
        return this.#crash()
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

  #match(
    happening: HappeningOf<
      'match-started' | 'freeze-started' | 'rounds-voided' | 'game-over' | 'map-loading'
    >,
  ): void {
    switch (happening.kind) {
      case 'match-started':
        this.#matches += 1
        return this.#journal.begin()
      case 'freeze-started':
        return this.#journal.nextRound()
      case 'rounds-voided':
        for (const voided of this.#journal.takeBack(happening.played)) this.#count(voided, -1)
        return
      case 'game-over':
      case 'map-loading':
        return this.#journal.close()
    }
  }

  /** Counts what can be taken back (`by` -1). */
  #count(happening: RoundHappening, by: 1 | -1): void {
    if (happening.kind === 'killed') return this.#kill(happening, by)
    if (happening.kind === 'round-won') return this.#round(happening.side, happening.present, by)
    const row = this.#row(happening.player)
    if (row === null) return
    if (happening.kind === 'clutched') {
      row.clutches += by
      row.clutchWins += happening.won ? by : 0
    } else if (happening.warmup) return
    else if (happening.kind === 'assisted') row.assists += by
    else if (happening.kind === 'bombed') row.bombed += by
    else if (!happening.afterLeaving) row.suicides += by
  }

  #visit(happening: HappeningOf<'connected' | 'entered' | 'left' | 'said'>): void {
    const { player } = happening
    const row = this.#row(player)
    if (row === null || player.steamId === null) return
    if (happening.kind === 'connected') {
      row.connects += 1
      this.#sessions.set(player.steamId, { connectedAt: this.#now(), enteredAt: null })
    } else if (happening.kind === 'entered') {
      const session = this.#sessions.get(player.steamId)
      if (session) session.enteredAt ??= this.#now()
    } else if (happening.kind === 'left') {
      row.disconnects += 1
      this.#endSession(player.steamId)
    } else row.chatLines += 1
  }

  #kill(kill: Kill, by: 1 | -1): void {
    const killer = this.#row(kill.killer)
    const victim = this.#row(kill.victim)
    if (kill.teamKill) {
      if (killer) killer.teamKills += by
      if (victim) victim.teamDeaths += by
      return
    }
    if (killer) addFight(kill.warmup ? killer.warmup : victim ? killer : killer.vsBots, kill, by)
    if (victim) (kill.warmup ? victim.warmup : killer ? victim : victim.vsBots).deaths += by
  }

  #round(side: string, present: readonly Identity[], by: 1 | -1): void {
    this.#rounds += by
    for (const identity of present) {
      const row = this.#row(identity)
      if (row === null) continue
      if (identity.team === side) row.roundsWon += by
      else row.roundsLost += by
    }
  }

  #crash(): void {
    this.#crashes += 1
    this.#journal.close()
    for (const steamId of this.#sessions.keys()) this.#endSession(steamId)
  }

  #endSession(steamId: string): void {
    const session = this.#sessions.get(steamId)
    const row = this.#players.get(steamId)
    this.#sessions.delete(steamId)
    if (session && row) addTime(row, session, this.#now())
  }

  #row(identity: Identity): PlayerTally | null {
    if (identity.steamId === null) return null
    const known = this.#players.get(identity.steamId)
    if (known) {
      known.name = identity.name
      return known
    }
    const made = emptyPlayer(identity.name)
    this.#players.set(identity.steamId, made)
    return made
  }
}

function addTime(row: PlayerTally, session: Session, now: number): void {
  row.connectedMs += now - session.connectedAt
  if (session.enteredAt !== null) row.playtimeMs += now - session.enteredAt
}
