import type { Counts, PlayerCounted } from '../counted.ts'
import { addCounts, noCounts, subtractCounts } from './counts.ts'
import type { Presumed, StreamState } from './state.ts'
import { keptText, nameMax } from './text.ts'

/** As much as is remembered to be taken back; what goes beyond it stays. */
const rememberedMax = 256

/** What a batch adds to each player, and whether a match is on, which decides if it stays (I9). */
export class Credits {
  #phase: StreamState['phase']
  readonly #rules: string
  readonly #rows = new Map<string, PlayerCounted>()
  #presumed: Presumed['people']

  /** `rules` are those the batch is counted by: under others nothing is ever taken back. */
  constructor({ phase, presumed }: StreamState, rules: string) {
    this.#phase = phase
    this.#rules = rules
    this.#presumed = presumed?.rules === rules ? structuredClone(presumed.people) : {}
  }

  get players(): PlayerCounted[] {
    return [...this.#rows.values()]
  }

  get phase(): StreamState['phase'] {
    return this.#phase
  }

  get presumed(): Presumed | null {
    const people = this.#presumed
    return Object.keys(people).length === 0 ? null : { rules: this.#rules, people }
  }

  get isMatchOn(): boolean {
    return this.#phase !== 'off'
  }

  /** Lines are missing: what was presumed so far stays, and from here on a match is presumed to be on. */
  presume(): void {
    this.#presumed = {}
    this.#phase = 'presumed'
  }

  /** The match begins now: what was presumed to belong to one belonged to none. */
  startMatch(): void {
    for (const [steamId, { name, counts }] of Object.entries(this.#presumed)) {
      subtractCounts(this.#row(steamId, name).counts, counts)
    }
    this.#presumed = {}
    this.#phase = 'live'
  }

  /** A round is over: a match that was presumed to be on is on. */
  confirmMatch(): void {
    this.#presumed = {}
    if (this.#phase === 'presumed') this.#phase = 'live'
  }

  endMatch(): void {
    this.#presumed = {}
    this.#phase = 'off'
  }

  /** Somebody was named: their name is known, whatever they did. */
  see(steamId: string, name: string): void {
    const row = this.#row(steamId, name)
    if (row.name !== name) row.name = keptText(name, nameMax)
  }

  add(steamId: string, name: string, counts: Partial<Counts>): void {
    addCounts(this.#row(steamId, name).counts, counts)
  }

  /** Adds what counts only in a match; to be called only while one is on. */
  addInMatch(steamId: string, name: string, counts: Partial<Counts>): void {
    const row = this.#row(steamId, name)
    addCounts(row.counts, counts)
    if (this.#phase !== 'presumed') return
    const known = this.#presumed[steamId]
    if (known) addCounts(known.counts, counts)
    else if (Object.keys(this.#presumed).length < rememberedMax) {
      this.#presumed[steamId] = { name: row.name, counts: { ...counts } }
    }
  }

  #row(steamId: string, name: string): PlayerCounted {
    const known = this.#rows.get(steamId)
    if (known) return known
    const made = { steamId, name: keptText(name, nameMax), counts: noCounts() }
    this.#rows.set(steamId, made)
    return made
  }
}
