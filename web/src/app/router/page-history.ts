import type { NavigationError } from '../navigation/navigation-errors.ts'

/** What an entry of the browser's history holds besides its address. */
export interface HistoryState {
  /** Names the entry. */
  key?: string
  /** Its place among the entries of this tab, from 0. */
  index?: number
  error?: NavigationError | undefined
  /** The sidebar of a phone is open over the page. */
  menu?: boolean | undefined
}

/** An entry of the history; path, query and hash as the address bar shows them. */
export interface HistoryLocation {
  href: string
  pathname: string
  /** With its `?`; empty for none. */
  search: string
  /** With its `#`; empty for none. */
  hash: string
  state: HistoryState
}

/** Where entries are: in the browser, or in memory. */
export interface HistoryEntries {
  read: () => { href: string; state: HistoryState | null }
  push: (state: HistoryState, href: string) => void
  replace: (state: HistoryState, href: string) => void
  go: (by: number) => void
  /** Calls `follow` after the browser went to another entry, and `isBlocked` before the page is left. */
  watch: (follow: () => void, isBlocked: () => boolean) => void
}

interface Block {
  /** Resolves with true where the page stays. */
  blockerFn: (step: {
    currentLocation: HistoryLocation
    nextLocation: HistoryLocation
  }) => boolean | Promise<boolean>
}

/** The history of one tab: every entry is a page of the portal. */
export class PageHistory {
  location: HistoryLocation
  readonly #entries: HistoryEntries
  readonly #listeners = new Set<() => void>()
  #blocks: readonly Block[] = []
  #isReturning = false

  constructor(entries: HistoryEntries) {
    this.#entries = entries
    const { href, state } = entries.read()
    if (state?.key === undefined) entries.replace({ ...state, key: createKey(), index: 0 }, href)
    this.location = this.#read()
    entries.watch(
      () => void this.#follow(),
      () => this.#blocks.length > 0,
    )
  }

  /** Calls the listener after each change of `location`; returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  push(href: string, state: HistoryState = {}): void {
    this.#unlessBlocked(href, state, () => this.#write('push', href, state, 1))
  }

  replace(href: string, state: HistoryState = {}, { ignoreBlocker = false } = {}): void {
    const write = () => this.#write('replace', href, state, 0)
    if (ignoreBlocker) write()
    else this.#unlessBlocked(href, state, write)
  }

  back(): void {
    this.#entries.go(-1)
  }

  /** Asks before another entry takes the place of the present one, and before the browser leaves the page; returns a function that ends it. */
  block(block: Block): () => void {
    this.#blocks = [...this.#blocks, block]
    return () => {
      this.#blocks = this.#blocks.filter((one) => one !== block)
    }
  }

  #write(how: 'push' | 'replace', href: string, state: HistoryState, step: number): void {
    const index = (this.location.state.index ?? 0) + step
    const next = parseHref(href, { ...state, key: createKey(), index })
    this.#entries[how](next.state, next.href)
    this.#show(next)
  }

  /** Without a block the change is made at once. */
  #unlessBlocked(href: string, state: HistoryState, change: () => void): void {
    if (this.#blocks.length === 0) change()
    else void this.#isBlocked(parseHref(href, state)).then((blocked) => blocked || change())
  }

  async #isBlocked(nextLocation: HistoryLocation): Promise<boolean> {
    for (const { blockerFn } of this.#blocks)
      if (await blockerFn({ currentLocation: this.location, nextLocation })) return true
    return false
  }

  /** The browser is at another entry by now: where that is blocked, it goes back to the present one. */
  async #follow(): Promise<void> {
    if (this.#isReturning) {
      this.#isReturning = false
      return
    }
    const next = this.#read()
    if (this.#blocks.length > 0 && (await this.#isBlocked(next))) {
      const moved = (next.state.index ?? 0) - (this.location.state.index ?? 0)
      this.#isReturning = moved !== 0
      if (moved !== 0) this.#entries.go(-moved)
      return
    }
    this.#show(this.#read())
  }

  #show(location: HistoryLocation): void {
    this.location = location
    for (const listener of this.#listeners) listener()
  }

  #read(): HistoryLocation {
    const { href, state } = this.#entries.read()
    return parseHref(href, state ?? {})
  }
}

/** Reads an address of this portal; one that would lead elsewhere, such as `//example.org`, becomes a path. */
export function parseHref(href: string, state: HistoryState = {}): HistoryLocation {
  const { pathname, search, hash } = new URL(`http://portal/${href}`)
  const path = pathname.replace(/^\/+/, '/')
  return { href: path + search + hash, pathname: path, search, hash, state }
}

/** The history of the browser's tab. */
export function createBrowserHistory(): PageHistory {
  return new PageHistory({
    read: () => ({
      href: location.pathname + location.search + location.hash,
      state: history.state as HistoryState | null,
    }),
    push: (state, href) => history.pushState(state, '', href),
    replace: (state, href) => history.replaceState(state, '', href),
    go: (by) => history.go(by),
    watch: (follow, isBlocked) => {
      addEventListener('popstate', follow)
      addEventListener('beforeunload', (event) => isBlocked() && event.preventDefault(), { capture: true })
    },
  })
}

function createKey(): string {
  return Math.random().toString(36).slice(2)
}
