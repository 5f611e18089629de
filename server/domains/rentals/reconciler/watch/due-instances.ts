import type { WatchedInstance } from './host-watcher.store.ts'

/** Which instances are due for a check of their own interval, a few in each pass of the watcher. */
export class DueInstances {
  readonly #intervalMs: number
  readonly #maxPerPass: number
  /** When each instance was checked, monotonic ms, by rental and generation. */
  readonly #checked = new Map<string, number>()

  constructor(intervalMs: number, maxPerPass: number) {
    this.#intervalMs = intervalMs
    this.#maxPerPass = maxPerPass
  }

  /** Returns those that are due and counts them as checked; one that was not there before is due after an interval. */
  take(present: readonly WatchedInstance[], nowMs: number): WatchedInstance[] {
    const keys = new Set(present.map(getKey))
    for (const key of this.#checked.keys()) if (!keys.has(key)) this.#checked.delete(key)
    for (const key of keys) if (!this.#checked.has(key)) this.#checked.set(key, nowMs)
    const due = present
      .filter((one) => nowMs - (this.#checked.get(getKey(one)) ?? nowMs) >= this.#intervalMs)
      .slice(0, this.#maxPerPass)
    for (const one of due) this.#checked.set(getKey(one), nowMs)
    return due
  }
}

function getKey({ rental_id, generation }: WatchedInstance): string {
  return `${rental_id} ${generation}`
}
