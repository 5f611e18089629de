import type { Portal } from '@clutch/contract/api/content/portal.ts'
import type { ComponentType, ReactNode } from 'react'
import { isEqual } from '../forms/is-equal.ts'
import { withNavigationError, type NavigationError } from '../navigation/navigation-error.ts'
import type { PageSearch } from '../routes/page-search.ts'
import { buildPath, buildQuery, type AnyTarget, type PlainAddress } from './addresses.ts'
import { matchRoute } from './match-route.ts'
import { type HistoryLocation, type HistoryState, type PageHistory, parseHref } from './page-history.ts'
import { readLocation, toCanonicalPath, type PageLocation } from './page-location.ts'

/** A page that is loaded before it is drawn. */
export interface LoadedPage<Props = object> {
  (props: Props): ReactNode
  /** Returns undefined once it is loaded. Does not reject: drawing the page throws. */
  preload: () => Promise<unknown> | undefined
}

/** What a route may decide by. */
export interface Arrival {
  portal: Portal
  location: PageLocation
  params: Record<string, string>
}

/** Where an address leads instead, and the error that is shown there (A2). */
export interface Redirect {
  to: PlainAddress
  error?: NavigationError
}

/** What an address shows. */
export interface Route {
  /** Returns where this address leads instead, if it does. */
  check?: (arrival: Arrival) => Redirect | undefined
  /** Missing: the frame around the page shows it. */
  page?: ComponentType | LoadedPage
  /** A frame around this page and those beside it. It stays when one follows another. */
  layout?: LoadedPage<{ children: ReactNode }>
  /** Loads what the page needs besides itself. Returns undefined once it is loaded. */
  preload?: (portal: Portal) => Promise<unknown> | undefined
}

/** Routes by their addresses: the first that matches counts. */
export type Routes = Readonly<Record<string, Route>>

/** The page that is shown; it stays until the next one is loaded. */
export interface ShownPage {
  location: PageLocation
  /** Pages with the same key are one: its parts stay when the address changes. */
  key: string
  route: Route
  params: Record<string, string>
}

/** One page was drawn after another; `from` is undefined for the first. */
interface Step {
  from: PageLocation | undefined
  to: PageLocation
}

/** How to navigate; `true` keeps the part that the current address has. */
interface NavigateOptions {
  search?: true | PageSearch | ((held: PageSearch) => object) | undefined
  hash?: true | undefined
  state?: true | HistoryState | ((held: HistoryState) => HistoryState) | undefined
  /** Takes the place of the present entry of the browser's history. */
  replace?: boolean | undefined
  /** False: the page remains where it is scrolled to. */
  resetScroll?: boolean | undefined
}

/** Where to go, and how; `.` is the current page. */
export interface Destination extends NavigateOptions {
  to: PlainAddress | '.'
}

type AnyDestination = NavigateOptions & Pick<AnyTarget, 'to' | 'params'>

interface RouterOptions {
  routes: Routes
  portal: Portal
  history: PageHistory
}

/** Shows the page of the address, and follows it. */
export class PageRouter {
  readonly history: PageHistory
  /** Where the visitor is, or is going to. */
  location: PageLocation
  /** Null until the first page is loaded. */
  shown: ShownPage | null = null
  isLoading = false
  /** Called with the shown page before another takes its place. */
  onLeave: (location: PageLocation) => void = () => undefined
  readonly #routes: Routes
  #portal: Portal
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<(step: Step) => void>()
  #loaded: Promise<void> = Promise.resolve()
  #resetsScroll = true

  constructor({ routes, portal, history }: RouterOptions) {
    this.#routes = routes
    this.#portal = portal
    this.history = history
    this.location = readLocation(history.location)
    history.subscribe(() => void this.load())
  }

  /** Calls the listener after each change of `location`, `shown` or `isLoading`; returns a function that ends it. */
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Calls the follower after each page has been drawn; returns a function that ends it. */
  follow(follower: (step: Step) => void): () => void {
    this.#followers.add(follower)
    return () => {
      this.#followers.delete(follower)
    }
  }

  announce(step: Step): void {
    for (const follower of this.#followers) follower(step)
  }

  /** Whether the page that has just been drawn is shown from its top, or from where it was; asked once. */
  takeScrollReset(): boolean {
    const isReset = this.#resetsScroll
    this.#resetsScroll = true
    return isReset
  }

  /** A10: decides by changed switches from now on, also whether the present page is still shown. */
  setPortal(portal: Portal): void {
    this.#portal = portal
    void this.load()
  }

  /** Shows the page of the present entry of the history; follows its redirects. */
  load(): Promise<void> {
    const entry = this.history.location
    const { pathname, href, state } = entry
    const canonical = toCanonicalPath(pathname)
    if (canonical !== pathname) return this.#redirect(canonical + href.slice(pathname.length), state)
    const next = this.#findPage(entry)
    if ('to' in next) return this.#redirect(this.buildHref(next), withNavigationError(state, next.error))
    if (this.shown !== null) this.onLeave(this.shown.location)
    this.location = next.location
    this.#loaded = this.#show(next)
    return this.#loaded
  }

  /** Goes to a page, unless a form with unsaved content stays (`history.block`). Resolves once it is shown. */
  readonly navigate = async (destination: AnyDestination): Promise<void> => {
    const { to, params, search, hash, state, replace, resetScroll } = destination
    const { location } = this
    const path = to === '.' ? this.history.location.pathname : buildPath({ to, params })
    const query = buildQuery(choose(search, location.search), location.search)
    const href = path + query + (hash === true ? this.history.location.hash : '')
    const held = withoutKeys(location.state)
    const next = choose(state, held) ?? {}
    this.#resetsScroll = resetScroll ?? true
    if (href === location.href && isEqual(next, held)) return this.load()
    this.history[replace === true ? 'replace' : 'push'](href, next)
    return this.#loaded
  }

  /** Loads a page that will probably be visited. */
  preload(target: AnyTarget): void {
    const next = this.#findPage(parseHref(this.buildHref(target)))
    if ('route' in next) void this.#loadPage(next.route)
  }

  /** The address of a page, as a link has it. */
  buildHref(target: AnyTarget): string {
    return buildPath(target) + buildQuery(target.search, this.location.search)
  }

  #redirect(href: string, state: HistoryState): Promise<void> {
    this.history.replace(href, withoutKeys(state), { ignoreBlocker: true })
    return this.#loaded
  }

  /** A3: an address that no route can even read is as unknown as any other. */
  #findPage(entry: HistoryLocation): ShownPage | Redirect {
    const match = matchRoute(Object.keys(this.#routes), entry.pathname)
    const route = match && this.#routes[match.address]
    if (!match || !route) return { to: '/', error: 'pageNotFound' }
    const location = readLocation(entry)
    const { params } = match
    return (
      route.check?.({ portal: this.#portal, location, params }) ?? {
        location,
        route,
        params,
        key: this.#keyOf(route),
      }
    )
  }

  #keyOf(route: Route): string {
    return Object.keys(this.#routes).find((address) => this.#routes[address] === route) ?? ''
  }

  async #show(next: ShownPage): Promise<void> {
    const loading = this.#loadPage(next.route)
    if (loading !== undefined) {
      this.isLoading = true
      this.#notify()
      await loading
      if (this.location !== next.location) return
    }
    this.isLoading = false
    this.shown = next
    this.#notify()
  }

  #loadPage({ page, layout, preload }: Route): Promise<unknown> | undefined {
    const parts = [
      preload?.(this.#portal),
      layout?.preload(),
      page && 'preload' in page ? page.preload() : undefined,
    ]
    const loading = parts.filter((part) => part !== undefined)
    return loading.length === 0 ? undefined : Promise.all(loading)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** What a navigation wants of something that the current address has. */
function choose<T extends object>(
  wanted: true | object | ((held: T) => object) | undefined,
  held: T,
): object | undefined {
  if (wanted === true) return held
  return typeof wanted === 'function' ? (wanted as (held: T) => object)(held) : wanted
}

/** A state without what the history itself notes in it. */
function withoutKeys(state: HistoryState): HistoryState {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'key' && name !== 'index'))
}
