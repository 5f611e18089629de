import type { WatchedInstance } from './host-watcher.store.ts'

/** All instances are checked within this number of passes, however many there are. */
const maxPasses = 20

/** Which instances are due for a check of their own interval, a few in each pass of the watcher. */
export class DueInstances {
  readonly #intervalMs: number
  readonly #perPass: number
  /** When each instance was checked, monotonic ms, by rental and generation. */
  readonly #checked = new Map<string, number>()

  /** @param perPass how many are taken in a pass, more of more instances than are checked so in 20 passes */
  constructor(intervalMs: number, perPass: number) {
    this.#intervalMs = intervalMs
    this.#perPass = perPass
  }

  /** Returns those that are due and counts them as checked; one that was not there before is due after an interval. */
  take(present: readonly WatchedInstance[], nowMs: number): WatchedInstance[] {
    const keys = new Set(present.map(getKey))
    for (const key of this.#checked.keys()) if (!keys.has(key)) this.#checked.delete(key)
    for (const key of keys) if (!this.#checked.has(key)) this.#checked.set(key, nowMs)
    const due = present
      .filter((one) => nowMs - (this.#checked.get(getKey(one)) ?? nowMs) >= this.#intervalMs)
      .slice(0, Math.max(this.#perPass, Math.ceil(present.length / maxPasses)))
    for (const one of due) this.#checked.set(getKey(one), nowMs)
    return due
  }
}

function getKey({ rental_id, generation }: WatchedInstance): string {
  return `${rental_id} ${generation}`
}
