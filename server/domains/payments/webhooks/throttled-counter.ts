const everyMs = 60_000

/** Lets what strangers can cause be written once a minute, and counts what happens in between: of this process alone. */
export class ThrottledCounter {
  readonly #counts = new Map<string, { since: number; unwritten: number }>()

  /** How often it happened since it was written last, to be written now; null where that was less than a minute ago. */
  count(key: string, now: Date): number | null {
    const known = this.#counts.get(key)
    const unwritten = (known?.unwritten ?? 0) + 1
    const since = known?.since ?? -Infinity
    const isTime = now.getTime() - since >= everyMs
    this.#counts.set(key, isTime ? { since: now.getTime(), unwritten: 0 } : { since, unwritten })
    return isTime ? unwritten : null
  }
}
