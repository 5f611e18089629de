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

/**
 * A clock that follows the database: `measure` asks it for its time, now and once a minute, and a monotonic clock carries
 * the answer on in between. A measurement that fails later keeps the last offset and is handed to `onError`.
 */
export async function startDatabaseClock(
  measure: () => Promise<Date>,
  onError: (error: unknown) => void,
): Promise<RunningClock> {
  const monotonicMs = () => performance.now()
  const offset = async () => {
    const requestedAt = monotonicMs()
    const answer = await measure()
    return answer.getTime() - (requestedAt + monotonicMs()) / 2
  }
  let offsetMs = await offset()
  const timer = setInterval(() => {
    offset().then((fresh) => {
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
