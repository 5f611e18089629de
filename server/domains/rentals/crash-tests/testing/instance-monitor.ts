import { setTimeout as wait } from 'node:timers/promises'

/** A game server that runs, as seen from outside. `run` names this run of it. */
export interface RunningGame {
  rentalId: string
  generation: number
  run: string
}

/** Looks all the time at what runs (R1): of a generation one at most, of a rental one but while it moves. */
export class InstanceMonitor {
  readonly wrongs = new Set<string>()
  readonly #listRunning: () => Promise<RunningGame[]>
  readonly #stop = new AbortController()
  readonly #done: Promise<void>
  #earlierRuns: ReadonlySet<string> = new Set()
  #runs = new Set<string>()
  #allowsTwo = false
  #serving: string | null = null
  looks = 0

  constructor(listGames: () => Promise<RunningGame[]>, everyMs: number) {
    this.#listRunning = listGames
    this.#done = this.#observeUntilStopped(everyMs)
  }

  /** Counts from the present state. `serving`: a rental that always has a server. */
  async begin({ mayBeTwo, serving = null }: { mayBeTwo: boolean; serving?: string | null }): Promise<void> {
    await this.#observeWithRetry()
    this.#allowsTwo = mayBeTwo
    this.#serving = serving
    this.#earlierRuns = this.#runs
    this.#runs = new Set()
  }

  /** What runs now, and how many runs began since `begin`. */
  async count(): Promise<{ running: RunningGame[]; begun: number }> {
    const running = await this.#observeWithRetry()
    return { running, begun: this.#runs.difference(this.#earlierRuns).size }
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  async #observeUntilStopped(everyMs: number): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      // A busy engine answers at the next observation.
      await this.#observe().catch(() => undefined)
      await wait(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #observeWithRetry(): Promise<RunningGame[]> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.#observe()
      } catch (error) {
        if (tries === 10) throw error
      }
  }

  async #observe(): Promise<RunningGame[]> {
    const serving = this.#serving
    const running = await this.#listRunning()
    this.looks += 1
    for (const { run } of running) this.#runs.add(run)
    if (
      serving !== null &&
      serving === this.#serving &&
      !running.some(({ rentalId }) => rentalId === serving)
    )
      this.wrongs.add(`${serving} does not run`)
    const most = this.#allowsTwo ? 2 : 1
    for (const [rental, all] of Map.groupBy(running, ({ rentalId }) => rentalId)) {
      const generations = all.map(({ generation }) => generation)
      const isTwice = new Set(generations).size < all.length
      if (isTwice || all.length > most)
        this.wrongs.add(`${rental} runs as generations ${generations.join(', ')}`)
    }
    return running
  }
}
