import type { DueServer } from './sanction-servers.store.ts'

/** How many servers one process works on at a time, and how many of those may be ones whose console did not answer the last time. */
const serversAtOnce = 16
const unreachableAtOnce = 8
/** A row and a server rest twice this after their first failure, and twice as long after each further one. */
export const firstRestMs = 500
/** How long a server whose console does not answer rests at most. */
export const unreachableRestMs = 60_000

interface Failure {
  count: number
  triedAt: Date
  restUntilMs: number
}

interface TurnResult {
  beganAt: Date
  /** Undefined where the console was not asked. */
  isReachable: boolean | undefined
  longestRestMs?: number
}

/**
 * Whose turn it is. A server that is down costs each attempt a timeout and always has rows that are due: it rests between attempts, and
 * takes no more than its part of the places from those that answer.
 */
export class ServerTurns {
  readonly #running = new Set<string>()
  readonly #failures = new Map<string, Failure>()

  /**
   * The servers of `due` that may begin now, the longest waiting first and those that did not answer last. One that rests begins where
   * something was queued since: a player who comes shows that it is back.
   */
  select(due: readonly DueServer[], nowMs: number): string[] {
    const idle = due.filter(({ id }) => !this.#running.has(id))
    const reachable = idle.filter(({ id }) => !this.#failures.has(id))
    const unreachable = idle
      .flatMap(({ id, queuedAt }) => {
        const failure = this.#failures.get(id)
        const mayBegin = failure && (failure.restUntilMs <= nowMs || (queuedAt && queuedAt > failure.triedAt))
        return mayBegin ? [{ id, triedAt: failure.triedAt.getTime() }] : []
      })
      .toSorted((one, other) => one.triedAt - other.triedAt)
    const unreachablePlaces = Math.max(0, unreachableAtOnce - this.#countRunningUnreachable())
    return [...reachable, ...unreachable.slice(0, unreachablePlaces)]
      .slice(0, Math.max(0, serversAtOnce - this.#running.size))
      .map(({ id }) => id)
  }

  begin(id: string): void {
    this.#running.add(id)
  }

  end(
    id: string,
    { beganAt, isReachable, longestRestMs = unreachableRestMs }: TurnResult,
    nowMs: number,
  ): void {
    this.#running.delete(id)
    if (isReachable === undefined) return
    if (isReachable) {
      this.#failures.delete(id)
      return
    }
    const count = (this.#failures.get(id)?.count ?? 0) + 1
    const restMs = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(count, 20))
    this.#failures.set(id, { count, triedAt: beganAt, restUntilMs: nowMs + restMs })
  }

  #countRunningUnreachable(): number {
    return [...this.#running].filter((id) => this.#failures.has(id)).length
  }
}
