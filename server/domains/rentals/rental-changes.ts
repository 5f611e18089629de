import type { Database } from '../../platform/database/index.ts'
import { rentalsChannel } from './rentals.store.ts'

/** Called with the id of a rental that changed, or null where it may be any. */
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
    const news = new RentalChangeFeed()
    news.#unlisten = await database.listen(rentalsChannel, (payload) => news.#publish(payload || null))
    return news
  }

  /** Calls the listener with every change from now on, until the returned function is called. */
  listen(heard: RentalChangeListener): () => void {
    this.#listeners.add(heard)
    return () => void this.#listeners.delete(heard)
  }

  close(): void {
    this.#closing.abort()
    this.#unlisten?.()
    this.#listeners.clear()
  }

  #publish(rentalId: string | null): void {
    for (const heard of this.#listeners) heard(rentalId)
  }
}
