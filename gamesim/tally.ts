import type { Happening, Identity, Kill, Trifle } from './happenings.ts'
import { addFight, emptyPlayer } from './tally-player.ts'
import type { PlayerTally } from './tally-player.ts'

/** Everything that happened on one server, JSON-ready. */
export interface TallySnapshot {
  players: Record<string, PlayerTally>
  maps: string[]
  rounds: number
  matches: number
  crashes: number
}

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
        return this.#kill(happening)
      case 'connected':
      case 'entered':
      case 'left':
      case 'said':
      case 'assisted':
      case 'suicide':
      case 'bombed':
      case 'clutched':
        return this.#person(happening)
      case 'round-won':
        return this.#round(happening.side, happening.present)
      case 'map-started':
        this.#maps.push(happening.map)
        return
      case 'match-started':
        this.#matches += 1
        return
      case 'crashed':
        return this.#crash()
      case 'attacked':
      case 'purchased':
      case 'threw':
      case 'killed-other':
      case 'switched':
      case 'sides-swapped':
      case 'map-loading':
      case 'cvar':
      case 'warmup-started':
      case 'warmup-ended':
      case 'round-started':
      case 'round-ended':
      case 'game-over':
      case 'rcon':
      case 'announced':
    }
  }

  #person(happening: Exclude<Extract<Happening, { player: Identity }>, Trifle>): void {
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
    } else if (happening.kind === 'said') row.chatLines += 1
    else if (happening.kind === 'assisted' && !happening.warmup) row.assists += 1
    else if (happening.kind === 'bombed' && !happening.warmup) row.bombed += 1
    else if (happening.kind === 'suicide' && !happening.afterLeaving && !happening.warmup) row.suicides += 1
    else if (happening.kind === 'clutched') {
      row.clutches += 1
      row.clutchWins += happening.won ? 1 : 0
    }
  }

  #kill(kill: Kill): void {
    const killer = this.#row(kill.killer)
    const victim = this.#row(kill.victim)
    if (kill.teamKill) {
      if (killer) killer.teamKills += 1
      if (victim) victim.teamDeaths += 1
      return
    }
    if (killer) addFight(kill.warmup ? killer.warmup : victim ? killer : killer.vsBots, kill)
    if (victim) (kill.warmup ? victim.warmup : killer ? victim : victim.vsBots).deaths += 1
  }

  #round(side: string, present: readonly Identity[]): void {
    this.#rounds += 1
    for (const identity of present) {
      const row = this.#row(identity)
      if (row === null) continue
      if (identity.team === side) row.roundsWon += 1
      else row.roundsLost += 1
    }
  }

  #crash(): void {
    this.#crashes += 1
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
