import type { Clock } from '../../../platform/clock/clock.ts'

/** How long names, groups and pictures of a kept page may be behind, ms. Counts and ranks never are. */
const profileMaxAgeMs = 1_000
const maxPages = 200

interface CachedPage {
  revision: string
  loadedAtMs: number
  page: Promise<unknown>
}

/**
 * The most requested pages, in this process: each as it was loaded for a revision of its board. The caller reads the revision before each
 * use, so that no process serves a page that is older than a committed change.
 */
export class CachedPages {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #pages = new Map<string, CachedPage>()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** The page of this name at a revision; `load` runs once for any number of requests. A failed load is not kept. */
  get<T>(name: string, revision: string, load: () => Promise<T>): Promise<T> {
    const nowMs = this.#clock.monotonicMs()
    const known = this.#pages.get(name)
    if (known?.revision === revision && nowMs - known.loadedAtMs < profileMaxAgeMs)
      return known.page as Promise<T>
    if (this.#pages.size >= maxPages) this.#pages.clear()
    const page = load()
    const added = { revision, loadedAtMs: nowMs, page }
    this.#pages.set(name, added)
    page.catch(() => {
      if (this.#pages.get(name) === added) this.#pages.delete(name)
    })
    return page
  }
}
