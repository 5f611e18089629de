import type { Portal } from '@clutch/contract/api/content/portal.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { dehydrate, type Query, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import * as z from 'zod/mini'
import { ApiError } from './app/api/api-error.ts'
import { transport } from './app/api/transport.ts'
import { extractStyleAttributes } from './app/first-view/style-attributes.ts'
import { portalSanitizer } from './app/html/lazy-sanitizer.ts'
import { createQueryClient } from './app/api/query-client.ts'
import type { FirstView } from './app/first-view/first-view.ts'
import { PageRoot } from './app/first-view/page-root.tsx'
import { createMemoryHistory } from './app/router/memory-history.ts'
import { createPageRouter } from './app/routes/router.ts'
import { en } from './locales/en/all-texts.ts'
import { startWords } from './locales/translate.ts'
import { zh } from './locales/zh/all-texts.ts'
import { loadLazyIcons } from './ui/icons/lazy-icons.ts'
import { firstRendering } from './ui/state/first-rendering.ts'
import { siteName } from './ui/text/page-title.tsx'

z.config({ jitless: true })

const words = { zh, en }
/** What a page shows may need a reply to know what else to request; the list of seasons is such a case. */
const maxPasses = 4

export interface PageRequest {
  path: string
  language: Language
  isMobile: boolean
  /** The portal's time, ms since 1970. */
  now: number
  portal: Portal
}

export interface RenderedPage {
  /** The content of the document's root element. */
  html: string
  /** The rules for a style element with the id `first-styles`; empty for none. */
  styles: string
  /** For the document's element with the id `first-view`, as JSON. */
  firstView: FirstView
}

export interface PortalFunctions {
  /** Makes a public call of the portal's API by its address. */
  fetch: (url: string) => Promise<Response>
  /** J1: sanitises the HTML of an answer. */
  sanitizeHtml: (html: string) => string
}

/** Sets what the pages of this module need from the portal. */
export function setPortalFunctions({ fetch, sanitizeHtml }: PortalFunctions): void {
  transport.fetch = (url) => fetch(url)
  portalSanitizer.sanitize = sanitizeHtml
}

/**
 * Renders the first view of a page with the data that its own calls reply. Returns null where the address leads elsewhere. Rejects
 * where a page cannot be rendered.
 */
export async function renderPage(request: PageRequest): Promise<RenderedPage | null> {
  const { path, language, isMobile, now, portal } = request
  await loadLazyIcons()
  const router = createPageRouter(portal, createMemoryHistory(path).history)
  await router.load()
  if (router.location.pathname !== path) return null
  const queries = createQueryClient()
  const wanted = recordWanted(queries)
  try {
    for (let pass = 1; ; pass++) {
      startWords(language, words[language])
      siteName.set(portal.name)
      Object.assign(firstRendering, { isMobile, now })
      const html = renderWhole(<PageRoot portal={portal} queries={queries} router={router} />)
      if (pass < maxPasses && (await fetchMissing(wanted))) continue
      const firstView = { path, language, isMobile, renderedAt: now, portal, queries: dehydrate(queries) }
      return { ...extractStyleAttributes(removeTitle(html)), firstView }
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  } finally {
    queries.clear()
  }
}

/** The title is in the document's head already. */
function removeTitle(html: string): string {
  return html.replace(/<title>[^<]*<\/title>/, '')
}

/** React renders a part that failed in the browser instead; here that is an error. */
function renderWhole(page: ReactNode): string {
  const html = renderToString(page)
  const [, message] = /<!--\$!--><template data-msg="([^"]*)/.exec(html) ?? []
  if (message !== undefined) throw new Error(`a part of the page was not rendered: ${message}`)
  return html
}

/**
 * Records which queries the rendered components want. A component that waits with a query disables it for itself only: another may
 * want the same.
 */
function recordWanted(queries: QueryClient): Set<Query> {
  const wanted = new Set<Query>()
  const cache = queries.getQueryCache()
  const build = cache.build.bind(cache)
  cache.build = (client, options, state) => {
    const query = build(client, options, state)
    if ((options as { enabled?: unknown }).enabled !== false) wanted.add(query as unknown as Query)
    return query
  }
  return wanted
}

/** Fetches what the rendered components wanted and did not have; returns whether there was any. */
async function fetchMissing(wanted: ReadonlySet<Query>): Promise<boolean> {
  const missing = [...wanted].filter(({ state }) => state.data === undefined && state.error === null)
  await Promise.all(missing.map((query) => query.fetch()))
  return missing.length > 0
}
