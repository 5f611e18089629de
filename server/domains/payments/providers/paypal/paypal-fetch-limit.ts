/** How often something may be done within a time; times that lie in the future are forgotten, should the clock be set back. */
export class FetchLimit {
  readonly #most: number
  readonly #withinMs: number
  #taken: readonly number[] = []

  constructor(most: number, withinMs: number) {
    this.#most = most
    this.#withinMs = withinMs
  }

  /** Whether it may be done now once more; then that counts. */
  take(now: Date): boolean {
    const at = now.getTime()
    this.#taken = this.#taken.filter((earlier) => Math.abs(at - earlier) < this.#withinMs)
    if (this.#taken.length >= this.#most) return false
    this.#taken = [...this.#taken, at]
    return true
  }
}
