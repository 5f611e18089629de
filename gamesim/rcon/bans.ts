/** Addresses that guessed wrong too often. */
export class Bans {
  readonly #allowed: number
  readonly #banMs: number
  readonly #now: () => number
  readonly #failures = new Map<string, number>()
  readonly #until = new Map<string, number>()

  /** `allowed` wrong passwords from one address ban it for `banMs` of `now`'s clock; 0 never bans. */
  constructor(allowed: number, banMs: number, now: () => number) {
    this.#allowed = allowed
    this.#banMs = banMs
    this.#now = now
  }

  isBanned(address: string): boolean {
    const until = this.#until.get(address)
    if (until === undefined) return false
    if (this.#now() < until) return true
    this.#until.delete(address)
    return false
  }

  failed(address: string): void {
    const failures = (this.#failures.get(address) ?? 0) + 1
    this.#failures.set(address, failures)
    if (this.#allowed === 0 || failures < this.#allowed) return
    this.#failures.delete(address)
    this.#until.set(address, this.#now() + this.#banMs)
  }

  succeeded(address: string): void {
    this.#failures.delete(address)
  }
}
