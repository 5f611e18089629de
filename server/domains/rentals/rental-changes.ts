import type { Database } from '../../platform/database/index.ts'
import { rentalsChannel } from './rentals.store.ts'

/** Called with the id of a changed rental; null: any may have changed. */
type RentalChangeListener = (rentalId: string | null) => void

/** Distributes changes of rentals to all listeners of this process. */
export class RentalChangeFeed {
  readonly #listeners = new Set<RentalChangeListener>()
  readonly #closing = new AbortController()
  #unlisten: (() => void) | undefined

  /** Aborts when no further changes are distributed, so that waiting callers stop. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  static async open({ database }: { database: Database }): Promise<RentalChangeFeed> {
    const changeFeed = new RentalChangeFeed()
    changeFeed.#unlisten = await database.listen(rentalsChannel, (payload) =>
      changeFeed.#publish(payload || null),
    )
    return changeFeed
  }

  /** Calls the listener with every change from now on, until the returned function is called. */
  listen(listener: RentalChangeListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    this.#closing.abort()
    this.#unlisten?.()
    this.#listeners.clear()
  }

  #publish(rentalId: string | null): void {
    for (const listener of this.#listeners) listener(rentalId)
  }
}
