import type { LogPlayer, Team } from '../log/parse.ts'
import type { Credits } from './credits.ts'
import type { PlayClock } from './play-clock.ts'
import { type Seat, isHuman, isInGame, keyOf, newSeat, personOf, seatOf } from './seat.ts'
import type { Doubt, Person, StreamState } from './state.ts'
import { keptText, nameMax } from './text.ts'

/** More than any server holds; a log that names more is not a game's. */
const peopleMax = 256
const loadMaxMs = 5 * 60_000

/**
 * Who is on the server, and their play time: from the first `entered the game` to the disconnect, over changes of map (I9).
 * Who is in doubt earns nothing until a line names them; then they have been here all the time.
 */
export class People {
  /** Whether somebody may be here whom no line has named. */
  strangers: boolean
  readonly #clock: PlayClock
  readonly #credits: Credits
  readonly #seats = new Map<string, Seat>()

  constructor({ people, strangers }: StreamState, clock: PlayClock, credits: Credits) {
    this.strangers = strangers
    this.#clock = clock
    this.#credits = credits
    for (const [key, person] of Object.entries(people)) this.#seats.set(key, seatOf(key, person))
  }

  get all(): Iterable<Seat> {
    return this.#seats.values()
  }

  /** Whether somebody's presence is in doubt since lines are missing. */
  get isAnybodyMissed(): boolean {
    return [...this.#seats.values()].some(({ doubt }) => doubt?.cause === 'gap')
  }

  /** People in the game on this map; no bots. */
  get humans(): number {
    let count = 0
    for (const seat of this.#seats.values()) if (isHuman(seat) && isInGame(seat)) count += 1
    return count
  }

  /** Whether somebody is in the game; null where missing lines may have told otherwise. */
  get isAttended(): boolean | null {
    let isUnsure = this.strangers
    for (const seat of this.#seats.values()) {
      if (!isHuman(seat) || !isInGame(seat)) continue
      if (!seat.doubt) return true
      isUnsure = true
    }
    return isUnsure ? null : false
  }

  get(player: LogPlayer): Seat | undefined {
    return this.#seats.get(keyOf(player))
  }

  connect(player: LogPlayer): void {
    const known = this.get(player)
    if (known && !known.doubt) this.#credit(known, this.#clock.before)
    this.#put(newSeat(player, 'connecting', this.#clock.now))
  }

  enter(player: LogPlayer): void {
    const known = this.#known(player)
    if (!known) return this.#put(newSeat(player, 'here', this.#clock.now))
    if (known.doubt?.cause === 'gap') known.team = 'Unassigned'
    this.#confirm(known, player)
    known.is = 'here'
    if (player.team !== 'Unassigned') known.team = player.team
  }

  /** Somebody does something, so they are in the game, on the side that the line tells if any. */
  act(player: LogPlayer, team: Team = player.team): void {
    const known = this.#known(player)
    if (known) {
      this.#confirm(known, player)
      if (known.is !== 'alive') known.is = 'here'
      known.team = team
      // Words of those who have left already make nobody present.
    } else if (this.strangers) this.#put({ ...newSeat(player, 'here', this.#clock.now), team })
  }

  leave(player: LogPlayer): void {
    const known = this.#known(player)
    if (known) this.#credit(known, this.#clock.now)
    this.#seats.delete(keyOf(player))
  }

  /** A slot is nobody's any more; a line of its player may have told so before. */
  free(userId: number, name: string): void {
    for (const seat of this.#seats.values()) {
      if (!isHuman(seat) || seat.userId !== userId || seat.name !== keptText(name, nameMax)) continue
      if (!seat.doubt) this.#credit(seat, this.#clock.now)
      this.#seats.delete(seat.key)
    }
  }

  /** A log begins, and nobody knows whether the end of the last one is missing. */
  beginLog(): void {
    this.#suspect('map')
  }

  /** A map is loaded or begins: everybody enters it anew, and who does is somebody who was here before. */
  loadMap(): void {
    this.#suspect('map')
    for (const seat of this.#seats.values()) {
      if (seat.is !== 'connecting') seat.is = 'loading'
      seat.team = 'Unassigned'
    }
    this.strangers = false
  }

  /** Lines are missing: anybody may have left, anybody may have come. */
  miss(): void {
    this.#suspect('gap')
    for (const seat of this.#seats.values()) if (seat.is === 'alive') seat.is = 'here'
    this.strangers = true
  }

  startMatch(): void {
    for (const seat of this.#seats.values()) if (seat.doubt?.cause === 'gap') this.#seats.delete(seat.key)
  }

  /** Who was not named for a whole round is gone; but a map may take its time to load. */
  startRound(): void {
    for (const seat of this.#seats.values()) {
      if (!seat.doubt) continue
      seat.doubt.rounds += 1
      const isLoading = seat.doubt.cause === 'map' && this.#clock.now - seat.creditedTo < loadMaxMs
      if (seat.doubt.rounds > 1 && !isLoading) this.#seats.delete(seat.key)
    }
  }

  /** The state of everybody, credited up to the last line. */
  settle(): Record<string, Person> {
    const { now } = this.#clock
    for (const seat of this.#seats.values()) if (!seat.doubt) this.#credit(seat, now)
    return Object.fromEntries([...this.#seats.values()].map((seat) => [seat.key, personOf(seat, now)]))
  }

  #suspect(cause: Doubt['cause']): void {
    for (const seat of this.#seats.values()) {
      if (!seat.doubt) this.#credit(seat, this.#clock.now)
      const isGap = cause === 'gap' || seat.doubt?.cause === 'gap'
      seat.doubt = { cause: isGap ? 'gap' : 'map', rounds: seat.doubt?.rounds ?? 0 }
    }
  }

  /** The one who is here already, unless it is another of that number, or the same who came again unseen. */
  #known(player: LogPlayer): Seat | undefined {
    const known = this.get(player)
    if (known?.doubt?.cause !== 'gap') return known
    const isAnother = isHuman(known)
      ? known.userId !== player.userId
      : known.name !== keptText(player.name, nameMax)
    if (!isAnother) return known
    this.#seats.delete(known.key)
    return undefined
  }

  #confirm(seat: Seat, player: LogPlayer): void {
    if (seat.doubt) this.#credit(seat, this.#clock.now)
    seat.doubt = null
    if (seat.is === 'connecting') seat.creditedTo = this.#clock.now
    if (seat.name !== player.name) seat.name = keptText(player.name, nameMax)
    if (seat.userId !== player.userId) {
      seat.userId = player.userId
      this.#freeNumber(seat)
    }
  }

  #put(seat: Seat): void {
    this.#seats.delete(seat.key)
    this.#freeNumber(seat)
    if (this.#seats.size >= peopleMax) this.#removeOne()
    this.#seats.set(seat.key, seat)
  }

  /** Whoever had this number before is gone, and the line that told it is missing. */
  #freeNumber({ key, userId }: Seat): void {
    for (const other of this.#seats.values()) {
      if (other.userId === userId && other.key !== key && other.doubt?.cause === 'gap')
        this.#seats.delete(other.key)
    }
  }

  /** Makes room in a log that names too many: those in doubt go first. */
  #removeOne(): void {
    const seats = [...this.#seats.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const seat = seats.find(({ doubt }) => doubt !== null) ?? seats[0]
    if (!seat) return
    if (!seat.doubt) this.#credit(seat, this.#clock.before)
    this.#seats.delete(seat.key)
  }

  #credit(seat: Seat, until: number): void {
    const ms = until - seat.creditedTo
    seat.creditedTo = until
    if (seat.is === 'connecting' || ms <= 0) return
    seat.playedMs += ms
    if (isHuman(seat)) this.#credits.add(seat.steamId, seat.name, { playtimeMs: ms })
  }
}
