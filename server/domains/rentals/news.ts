import type { Database } from '../../platform/database/index.ts'
import { leasesChannel } from './lease-store.ts'

/** Called with the id of a lease that changed, or null where it may be any. */
type Heard = (leaseId: string | null) => void

/** What is told of leases, to everybody of this process who listens. */
export class LeaseNews {
  readonly #heard = new Set<Heard>()
  readonly #closing = new AbortController()
  #unlisten: (() => void) | undefined

  /** Aborts once nothing is told any more: whoever waits for news waits no longer. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  static async open({ database }: { database: Database }): Promise<LeaseNews> {
    const news = new LeaseNews()
    news.#unlisten = await database.listen(leasesChannel, (payload) => news.#tell(payload || null))
    return news
  }

  /** Calls `heard` with what is told from now on, until the function it answers is called. */
  listen(heard: Heard): () => void {
    this.#heard.add(heard)
    return () => void this.#heard.delete(heard)
  }

  close(): void {
    this.#closing.abort()
    this.#unlisten?.()
    this.#heard.clear()
  }

  #tell(leaseId: string | null): void {
    for (const heard of this.#heard) heard(leaseId)
  }
}
