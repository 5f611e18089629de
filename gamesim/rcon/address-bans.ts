/** Addresses that guessed wrong too often. */
export class AddressBans {
  readonly #maxFailures: number
  readonly #banMs: number
  readonly #now: () => number
  readonly #failures = new Map<string, number>()
  readonly #until = new Map<string, number>()

  /** `allowed` wrong passwords from one address ban it for `banMs` of `now`'s clock; 0 never bans. */
  constructor(allowed: number, banMs: number, now: () => number) {
    this.#maxFailures = allowed
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

  recordFailure(address: string): void {
    const failures = (this.#failures.get(address) ?? 0) + 1
    this.#failures.set(address, failures)
    if (this.#maxFailures === 0 || failures < this.#maxFailures) return
    this.#failures.delete(address)
    this.#until.set(address, this.#now() + this.#banMs)
  }

  recordSuccess(address: string): void {
    this.#failures.delete(address)
  }
}
