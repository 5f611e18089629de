/** Who may not come back, by SteamID64, and until when. */
export class BanList {
  readonly #now: () => number
  readonly #until = new Map<string, number>()

  /** `now` is the game clock in ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** 0 minutes are permanent. */
  add(steamId: string, minutes: number): void {
    this.#until.set(steamId, minutes === 0 ? Infinity : this.#now() + minutes * 60_000)
  }

  remove(steamId: string): boolean {
    return this.#until.delete(steamId)
  }

  /** Bots never are. */
  has(steamId: string | null): boolean {
    return steamId !== null && (this.#until.get(steamId) ?? -Infinity) > this.#now()
  }
}
