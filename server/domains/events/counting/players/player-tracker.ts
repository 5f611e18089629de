import type { LogPlayer, Team } from '../../log-parser/log-parser.ts'
import type { MatchCounts } from '../matches/match-counts.ts'
import type { PlayClock } from './play-clock.ts'
import {
  type TrackedPlayer,
  isHuman,
  isInGame,
  playerKey,
  createTrackedPlayer,
  toStoredPlayer,
  toTrackedPlayer,
} from './tracked-player.ts'
import type { PresenceDoubt, StoredPlayer, StreamState } from '../stream-state.ts'
import { sanitizeText, maxNameLength } from '../sanitize-text.ts'

/** More than any server holds; a log that names more is not a game's. */
const maxPlayers = 256
const maxLoadMs = 5 * 60_000

/**
 * Who is on the server, and their play time: from the first `entered the game` to the disconnect, over changes of map (I9).
 * Who is in doubt earns nothing until a line names them; then they have been here all the time.
 */
export class PlayerTracker {
  /** Whether a player whom no line has named may be present. */
  strangers: boolean
  readonly #clock: PlayClock
  readonly #matchCounts: MatchCounts
  readonly #players = new Map<string, TrackedPlayer>()

  constructor({ people, strangers }: StreamState, clock: PlayClock, credits: MatchCounts) {
    this.strangers = strangers
    this.#clock = clock
    this.#matchCounts = credits
    for (const [key, person] of Object.entries(people)) this.#players.set(key, toTrackedPlayer(key, person))
  }

  get all(): Iterable<TrackedPlayer> {
    return this.#players.values()
  }

  /** Whether a player's presence is in doubt because of missing lines. */
  get isAnybodyMissed(): boolean {
    return [...this.#players.values()].some(({ doubt }) => doubt?.cause === 'gap')
  }

  /** People in the game on this map; no bots. */
  get humans(): number {
    let count = 0
    for (const seat of this.#players.values()) if (isHuman(seat) && isInGame(seat)) count += 1
    return count
  }

  /** Whether a player is in the game; null where missing lines leave it open. */
  get isAttended(): boolean | null {
    let isUnsure = this.strangers
    for (const seat of this.#players.values()) {
      if (!isHuman(seat) || !isInGame(seat)) continue
      if (!seat.doubt) return true
      isUnsure = true
    }
    return isUnsure ? null : false
  }

  get(player: LogPlayer): TrackedPlayer | undefined {
    return this.#players.get(playerKey(player))
  }

  connect(player: LogPlayer): void {
    const known = this.get(player)
    if (known && !known.doubt) this.#credit(known, this.#clock.before)
    this.#put(createTrackedPlayer(player, 'connecting', this.#clock.now))
  }

  enter(player: LogPlayer): void {
    const known = this.#findKnown(player)
    if (!known) return this.#put(createTrackedPlayer(player, 'here', this.#clock.now))
    if (known.doubt?.cause === 'gap') known.team = 'Unassigned'
    this.#confirm(known, player)
    known.is = 'here'
    if (player.team !== 'Unassigned') known.team = player.team
  }

  /** A player acts, so they are in the game, on the side in the line, if any. */
  act(player: LogPlayer, team: Team = player.team): void {
    const known = this.#findKnown(player)
    if (known) {
      this.#confirm(known, player)
      if (known.is !== 'alive') known.is = 'here'
      known.team = team
      // Lines of players who already left do not make them present.
    } else if (this.strangers) this.#put({ ...createTrackedPlayer(player, 'here', this.#clock.now), team })
  }

  leave(player: LogPlayer): void {
    const known = this.#findKnown(player)
    if (known) this.#credit(known, this.#clock.now)
    this.#players.delete(playerKey(player))
  }

  /** A slot is freed; a line of its player may have reported this before. */
  free(userId: number, name: string): void {
    for (const seat of this.#players.values()) {
      if (!isHuman(seat) || seat.userId !== userId || seat.name !== sanitizeText(name, maxNameLength))
        continue
      if (!seat.doubt) this.#credit(seat, this.#clock.now)
      this.#players.delete(seat.key)
    }
  }

  /** A log begins; the end of the last one may be missing. */
  beginLog(): void {
    this.#addDoubt('map')
  }

  /** A map is loaded or begins: all players enter it again, and one who does was here before. */
  loadMap(): void {
    this.#addDoubt('map')
    for (const seat of this.#players.values()) {
      if (seat.is !== 'connecting') seat.is = 'loading'
      seat.team = 'Unassigned'
    }
    this.strangers = false
  }

  /** Lines are missing: players may have left or joined unnoticed. */
  miss(): void {
    this.#addDoubt('gap')
    for (const seat of this.#players.values()) if (seat.is === 'alive') seat.is = 'here'
    this.strangers = true
  }

  startMatch(): void {
    for (const seat of this.#players.values()) if (seat.doubt?.cause === 'gap') this.#players.delete(seat.key)
  }

  /** Who was not named for a whole round is gone; but a map may take its time to load. */
  startRound(): void {
    for (const seat of this.#players.values()) {
      if (!seat.doubt) continue
      seat.doubt.rounds += 1
      const isLoading = seat.doubt.cause === 'map' && this.#clock.now - seat.creditedTo < maxLoadMs
      if (seat.doubt.rounds > 1 && !isLoading) this.#players.delete(seat.key)
    }
  }

  /** Returns the state of every player, credited up to the last line. */
  settle(): Record<string, StoredPlayer> {
    const { now } = this.#clock
    for (const seat of this.#players.values()) if (!seat.doubt) this.#credit(seat, now)
    return Object.fromEntries(
      [...this.#players.values()].map((seat) => [seat.key, toStoredPlayer(seat, now)]),
    )
  }

  #addDoubt(cause: PresenceDoubt['cause']): void {
    for (const seat of this.#players.values()) {
      if (!seat.doubt) this.#credit(seat, this.#clock.now)
      const isGap = cause === 'gap' || seat.doubt?.cause === 'gap'
      seat.doubt = { cause: isGap ? 'gap' : 'map', rounds: seat.doubt?.rounds ?? 0 }
    }
  }

  /** The one who is here already, unless it is another of that number, or the same who came again unseen. */
  #findKnown(player: LogPlayer): TrackedPlayer | undefined {
    const known = this.get(player)
    if (known?.doubt?.cause !== 'gap') return known
    const isAnother = isHuman(known)
      ? known.userId !== player.userId
      : known.name !== sanitizeText(player.name, maxNameLength)
    if (!isAnother) return known
    this.#players.delete(known.key)
    return undefined
  }

  #confirm(seat: TrackedPlayer, player: LogPlayer): void {
    if (seat.doubt) this.#credit(seat, this.#clock.now)
    seat.doubt = null
    if (seat.is === 'connecting') seat.creditedTo = this.#clock.now
    if (seat.name !== player.name) seat.name = sanitizeText(player.name, maxNameLength)
    if (seat.userId !== player.userId) {
      seat.userId = player.userId
      this.#removeSameSlot(seat)
    }
  }

  #put(seat: TrackedPlayer): void {
    this.#players.delete(seat.key)
    this.#removeSameSlot(seat)
    if (this.#players.size >= maxPlayers) this.#evictOne()
    this.#players.set(seat.key, seat)
  }

  /** Removes the previous player with this number; the line of their departure is missing. */
  #removeSameSlot({ key, userId }: TrackedPlayer): void {
    for (const other of this.#players.values()) {
      if (other.userId === userId && other.key !== key && other.doubt?.cause === 'gap')
        this.#players.delete(other.key)
    }
  }

  /** Makes room in a log that names too many: those in doubt go first. */
  #evictOne(): void {
    const seats = [...this.#players.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const seat = seats.find(({ doubt }) => doubt !== null) ?? seats[0]
    if (!seat) return
    if (!seat.doubt) this.#credit(seat, this.#clock.before)
    this.#players.delete(seat.key)
  }

  #credit(seat: TrackedPlayer, until: number): void {
    const ms = until - seat.creditedTo
    seat.creditedTo = until
    if (seat.is === 'connecting' || ms <= 0) return
    seat.playedMs += ms
    if (isHuman(seat)) this.#matchCounts.add(seat.steamId, seat.name, { playtimeMs: ms })
  }
}
