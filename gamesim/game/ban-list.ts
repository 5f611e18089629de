/** Who may not join: the banned, by SteamID64 and until when, and everyone while players have a newer version. */
export class BanList {
  isOutdated: () => boolean = () => false
  /** Whether a plugin keeps a player out. */
  isBannedByPlugin: (steamId: string) => boolean = () => false
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

  /** SteamID64s. */
  get permanent(): string[] {
    return [...this.#until].flatMap(([steamId, until]) => (until === Infinity ? [steamId] : []))
  }

  /** Bots never are refused. */
  refuses(steamId: string | null): boolean {
    return steamId !== null && (this.has(steamId) || this.isBannedByPlugin(steamId) || this.isOutdated())
  }

  /** Bots never are. */
  has(steamId: string | null): boolean {
    return steamId !== null && (this.#until.get(steamId) ?? -Infinity) > this.#now()
  }
}
