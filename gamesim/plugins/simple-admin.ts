/** What the plugin does to a player: its ban, a mute of voice, a gag of chat. */
export type PenaltyKind = 'ban' | 'mute' | 'gag'

/** `broken`: loaded, but without its database, so that it silently does nothing that it would store. */
export type AdminPluginKind = 'simpleadmin' | 'broken' | 'none'

/** The delay between a kick or a ban and the player's leaving (`KickTime`), game ms. */
export const kickDelayMs = 5_000

/** CS2-SimpleAdmin's penalties, which its database keeps over restarts of the server. */
export class SimpleAdmin {
  readonly kind: AdminPluginKind
  readonly #now: () => number
  readonly #until: Record<PenaltyKind, Map<string, number>> = {
    ban: new Map(),
    mute: new Map(),
    gag: new Map(),
  }

  /** `now` is the game clock in ms. */
  constructor(kind: AdminPluginKind, now: () => number) {
    this.kind = kind
    this.#now = now
  }

  /** 0 minutes are permanent. */
  add(kind: PenaltyKind, steamId: string, minutes: number): void {
    this.#until[kind].set(steamId, minutes === 0 ? Infinity : this.#now() + minutes * 60_000)
  }

  remove(kind: PenaltyKind, steamId: string): void {
    this.#until[kind].delete(steamId)
  }

  /** Bots never have one. */
  has(kind: PenaltyKind, steamId: string | null): boolean {
    return steamId !== null && (this.#until[kind].get(steamId) ?? -Infinity) > this.#now()
  }
}
