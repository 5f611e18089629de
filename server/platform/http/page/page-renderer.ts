import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getPortal, type Portal } from '@clutch/contract/api/content/portal.ts'
import { snapshotTimeHeader, snapshotVersionHeader } from '@clutch/contract/api/servers/servers.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { Clock } from '../../clock/clock.ts'
import type { App } from '../app.types.ts'
import { internalHeaders } from '../requests/internal-request.ts'

/** A rendered page, ready for the document. */
export interface RenderedPage {
  /** The content of the root element. */
  html: string
  /** The rules of the style element; empty for none. */
  styles: string
  /** The first view as JSON for a script element. */
  data: string
}

export interface PageVariant {
  path: string
  language: Language
  isMobile: boolean
}

/** What the page's server build exports. */
interface PageModule {
  setPortalFunctions: (functions: {
    fetch: (url: string) => Promise<Response>
    sanitizeHtml: (html: string) => string
  }) => void
  renderPage: (
    request: PageVariant & { now: number; portal: Portal },
  ) => Promise<{ html: string; styles: string; firstView: unknown } | null>
}

/** A reply of the portal's API, as a page's first view uses it. */
interface PublicReply {
  status: number
  text: string
  headers: Record<string, string>
}

interface CachedPage {
  /** What the page was rendered from, by address. */
  replies: ReadonlyMap<string, PublicReply>
  renderedAt: number
  page: RenderedPage | null
  check: PageCheck
}

/** When the replies of a page were last seen to be its own. */
interface PageCheck {
  /** The moment before they were requested, ms of the monotonic clock. */
  monotonicMs: number
  /** How many changes this process had received by then. */
  changes: number
}

export interface RendererOptions {
  clock: Clock
  sanitizeHtml: (html: string) => string
  /** Called with what a page could not be rendered for; it is served without content then. */
  onError: (error: unknown, path: string) => void
}

/** Above this count the oldest page is evicted: players' pages have as many addresses as there are players. */
const maxPages = 200
/** Texts such as "3 s ago" are of the rendering; until then a page is reused while its replies stay the same, ms. */
const maxAgeMs = 30_000
/**
 * Asking for the replies of a page takes most of the time of a document from memory. A page that many open at once is checked this often,
 * ms, and after every change that this process received; a change elsewhere shows this much later.
 */
const recheckMs = 200
/**
 * Rendering takes about 20 ms of the process that also answers all calls. Pages beyond this, as when a crawler opens every player, are
 * rendered by the browser.
 */
const maxRenderingsPerSecond = 20
/** Headers of a reply that a page reads. */
const readHeaders = ['content-type', 'date', snapshotVersionHeader, snapshotTimeHeader]

/** Renders the first view of public pages with the page's own components. */
export class PageRenderer {
  readonly #app: App
  readonly #file: string
  /** Loaded for the first page: it takes memory that a process without visitors does not need. */
  #module: Promise<PageModule> | null = null
  readonly #options: RendererOptions
  readonly #pages = new Map<string, CachedPage>()
  #renderings = { second: 0, count: 0 }
  #changes = 0
  readonly #pending = new Map<string, Promise<RenderedPage | null>>()
  readonly #replies = new AsyncLocalStorage<Map<string, Promise<PublicReply>>>()

  private constructor(app: App, file: string, options: RendererOptions) {
    this.#app = app
    this.#file = file
    this.#options = options
    app.addHook('onSend', (request, _reply, payload, done) => {
      const isChange = request.method !== 'GET' && request.method !== 'HEAD'
      if (isChange && request.routeOptions.config.quiet !== true) this.#changes += 1
      done(null, payload)
    })
  }

  /** Opens the server build of the page in the folder of the built page; null if there is none. */
  static open(app: App, folder: string, options: RendererOptions): PageRenderer | null {
    const file = join(folder, 'server/entry-server.js')
    return existsSync(file) ? new PageRenderer(app, file, options) : null
  }

  /**
   * Renders a page for a visitor without a session, or returns it from memory while everything it was rendered from is the same.
   * Returns null where the page shows something else than its content, or cannot be rendered.
   */
  render(variant: PageVariant): Promise<RenderedPage | null> {
    const key = JSON.stringify([variant.path, variant.language, variant.isMobile])
    let pending = this.#pending.get(key)
    if (pending === undefined) {
      pending = this.#revalidate(key, variant).finally(() => this.#pending.delete(key))
      this.#pending.set(key, pending)
    }
    return pending
  }

  async #revalidate(key: string, variant: PageVariant): Promise<RenderedPage | null> {
    const now = this.#options.clock.now().getTime()
    const check = { monotonicMs: this.#options.clock.monotonicMs(), changes: this.#changes }
    const replies = new Map<string, Promise<PublicReply>>()
    const known = this.#pages.get(key)
    try {
      if (known !== undefined && now - known.renderedAt < maxAgeMs) {
        if (this.#isChecked(known, check)) return known.page
        if (await this.#isCurrent(known, replies)) {
          known.check = check
          return known.page
        }
      }
      if (!this.#takeRendering(now)) return null
      const page = await this.#replies.run(replies, () => this.#renderNew(variant, now, replies))
      this.#store(key, { page, renderedAt: now, replies: await resolveAll(replies), check })
      return page
    } catch (error) {
      this.#options.onError(error, variant.path)
      this.#store(key, { page: null, renderedAt: now, replies: await resolveAll(replies), check })
      return null
    }
  }

  /** Whether there is room for another rendering in this second; takes it. */
  #takeRendering(now: number): boolean {
    const second = Math.floor(now / 1_000)
    if (second !== this.#renderings.second) this.#renderings = { second, count: 0 }
    this.#renderings.count += 1
    return this.#renderings.count <= maxRenderingsPerSecond
  }

  async #renderNew(
    variant: PageVariant,
    now: number,
    replies: Map<string, Promise<PublicReply>>,
  ): Promise<RenderedPage | null> {
    const portal = JSON.parse((await this.#request(getPortal.path, replies)).text) as Portal
    const module = await (this.#module ??= this.#loadModule())
    const rendered = await module.renderPage({ ...variant, now, portal })
    if (rendered === null) return null
    const { html, styles, firstView } = rendered
    return { html, styles, data: toScriptJson(firstView) }
  }

  async #loadModule(): Promise<PageModule> {
    const module = (await import(pathToFileURL(this.#file).href)) as PageModule
    module.setPortalFunctions({
      sanitizeHtml: this.#options.sanitizeHtml,
      fetch: async (url) => {
        const { text, status, headers } = await this.#request(url, this.#replies.getStore() ?? new Map())
        return new Response(text, { status, headers })
      },
    })
    return module
  }

  /** A page without content is asked for again each time, so that it comes as soon as it can be rendered. */
  #isChecked({ page, check }: CachedPage, { monotonicMs, changes }: PageCheck): boolean {
    return page !== null && monotonicMs - check.monotonicMs < recheckMs && changes === check.changes
  }

  async #isCurrent(known: CachedPage, replies: Map<string, Promise<PublicReply>>): Promise<boolean> {
    const current = await Promise.all(
      [...known.replies].map(async ([url, before]) => isSameReply(before, await this.#request(url, replies))),
    )
    return current.every(Boolean)
  }

  #store(key: string, page: CachedPage): void {
    this.#pages.delete(key)
    this.#pages.set(key, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** Makes a public call without a session, once for each address of a rendering. */
  #request(url: string, replies: Map<string, Promise<PublicReply>>): Promise<PublicReply> {
    let reply = replies.get(url)
    if (reply === undefined) {
      reply = this.#inject(url)
      replies.set(url, reply)
    }
    return reply
  }

  async #inject(url: string): Promise<PublicReply> {
    const { statusCode, payload, headers } = await this.#app.inject({
      method: 'GET',
      url,
      headers: internalHeaders,
    })
    const read = readHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    })
    return { status: statusCode, text: payload, headers: Object.fromEntries(read) as Record<string, string> }
  }
}

function isSameReply(one: PublicReply, other: PublicReply): boolean {
  return (
    one.status === other.status &&
    one.headers[snapshotTimeHeader] === other.headers[snapshotTimeHeader] &&
    one.text === other.text
  )
}

async function resolveAll<Value>(promises: ReadonlyMap<string, Promise<Value>>): Promise<Map<string, Value>> {
  const settled = await Promise.all(
    [...promises].map(async ([key, promise]) => [key, await promise.catch(() => null)] as const),
  )
  return new Map(settled.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}

/** The source of a policy that allows one inline text. */
export function hashForPolicy(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** JSON that cannot end the script element it is in. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
