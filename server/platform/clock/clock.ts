/** Where every rule gets its time from; nothing else in the server reads the machine's clock. */
export interface Clock {
  /** The time that is written and compared: the database's, so that all processes agree. */
  now(): Date
  /** Milliseconds that only ever grow, for measuring durations inside this process. */
  monotonicMs(): number
}

export interface RunningClock extends Clock {
  stop: () => void
}

const resyncEveryMs = 60_000
/** An answer that took longer says little about the moment at which the database gave it: the question waited for a connection. */
const exactRoundTripMs = 200
const measurements = 3
const pauseMs = 5_000

/**
 * A clock that follows the database: `measure` asks it for its time, now and once a minute, and a monotonic clock carries
 * the answer on in between. Of up to three measurements the quickest counts. One that fails later keeps the last offset and is handed
 * to `onError`.
 */
export async function startDatabaseClock(
  measure: () => Promise<Date>,
  onError: (error: unknown) => void,
): Promise<RunningClock> {
  const monotonicMs = () => performance.now()
  const measureOnce = async () => {
    const requestedAt = monotonicMs()
    const answer = await measure()
    const answeredAt = monotonicMs()
    return {
      offsetMs: answer.getTime() - (requestedAt + answeredAt) / 2,
      roundTripMs: answeredAt - requestedAt,
    }
  }
  const measureBest = async (betweenMs: number) => {
    let best = await measureOnce()
    for (let count = 1; count < measurements && best.roundTripMs > exactRoundTripMs; count += 1) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, betweenMs).unref()
      })
      const next = await measureOnce()
      if (next.roundTripMs < best.roundTripMs) best = next
    }
    return best.offsetMs
  }
  let offsetMs = await measureBest(0)
  const timer = setInterval(() => {
    measureBest(pauseMs).then((fresh) => {
      offsetMs = fresh
    }, onError)
  }, resyncEveryMs)
  timer.unref()
  return { now: () => new Date(monotonicMs() + offsetMs), monotonicMs, stop: () => clearInterval(timer) }
}

/** A clock that does not advance until a test moves it. */
export class TestClock implements Clock {
  #ms: number
  #monotonicMs = 0

  constructor(start = '2026-11-21T12:00:00Z') {
    this.#ms = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#ms)
  }

  monotonicMs(): number {
    return this.#monotonicMs
  }

  /** Moves the time and the monotonic clock on by `ms`. */
  advance(ms: number): void {
    this.#ms += ms
    this.#monotonicMs += ms
  }

  /** Moves only the monotonic clock on by `ms`. */
  wait(ms: number): void {
    this.#monotonicMs += ms
  }

  /** Sets the time, backwards too; the monotonic clock stays. */
  set(time: Date | string): void {
    this.#ms = new Date(time).getTime()
  }
}
