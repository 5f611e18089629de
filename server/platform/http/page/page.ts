import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { Features } from '@clutch/contract/features.ts'
import type { App } from '../app.types.ts'
import { chooseEncoding } from '../requests/encoding.ts'
import { replyNotFound } from '../responses/errors.ts'
import { matchesTag } from '../requests/etag.ts'
import {
  type Heads,
  type PagePreloads,
  findPage,
  headsFile,
  preloadsFile,
  languageOf,
  readHeads,
  renderHead,
  insertPreloads,
  readPreloads,
} from './heads.ts'

/** What the HTML of the page says of the community. */
export interface PageSource {
  /** Without a slash at its end. */
  publicUrl: string
  portal: () => { name: string; features: Features }
  /** Returns the name of a community server, undefined for an unknown id. */
  serverName: (id: string) => string | undefined
  /**
   * Returns the addresses of the calls that a page makes for its first view. `address` is written as the page's
   * router writes it.
   */
  firstRequests: (address: string, parameter: string) => Promise<readonly string[]>
}

/** The HTML of one page in one language, and its compressed forms. */
interface Rendered {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

/** A requested page; `server` is the name of the one it is about. */
interface Page {
  address: string
  parameter: string
  path: string
  server: string | undefined
}

/** F2: the purchase page, which is embedded in the dialog of the VIP page. */
const framelessAddress = '/subscribe'
const perServer = /^\/servers\/(details|rules)\/\$id$/
/** Names of servers and of the community change; above this count old HTML is evicted. */
const renderedMax = 500

/** Whether the page has been built into this folder. */
export function isPageBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html')) && existsSync(join(folder, headsFile))
}

/**
 * Serves the built page: hashed files for a year, everything else revalidated, in the compressed form made at build.
 * Any other address outside `/api` is the page's own to route, so it gets the HTML with the head of its page; where there is no
 * such page, with 404 (A3).
 */
export async function servePage(app: App, folder: string, community: PageSource): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: ['index.html*', `${headsFile}*`, `${preloadsFile}*`],
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${folder}/assets/`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const pages = new Pages(html, await readHeads(folder), await readPreloads(folder), community)
  app.indexPage = Buffer.from(html)
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(community)),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(pages.addresses, community)),
  )
  app.get('/*', { schema: { hide: true } }, (request, reply) =>
    isOfThePage(request.url) ? pages.send(request, reply) : replyNotFound(request, reply),
  )
}

/** The HTML of every page, made when it is first asked for. */
class Pages {
  /** The addresses that are for search engines. */
  readonly addresses: readonly string[]
  readonly #html: string
  readonly #heads: Heads
  readonly #preloads: Readonly<Record<string, PagePreloads>>
  readonly #community: PageSource
  readonly #rendered = new Map<string, Promise<Rendered>>()

  constructor(
    html: string,
    heads: Heads,
    preloads: Readonly<Record<string, PagePreloads>>,
    community: PageSource,
  ) {
    this.#html = html
    this.#preloads = preloads
    this.#heads = heads
    this.#community = community
    const all = Object.entries(heads.zh)
    this.addresses = all.flatMap(([address, { description }]) => (description === undefined ? [] : [address]))
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language'])
    const [path = '', query] = request.url.split('?')
    const page = this.#find(path)
    const isPlain = page !== null && query === undefined
    const requests = isPlain ? await this.#community.firstRequests(page.address, page.parameter) : []
    const { etag, ...forms } = await this.#render(language, page, requests)
    reply
      .code(page === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language, accept-encoding', etag })
    if (page !== null && matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.send(forms[encoding ?? 'plain'])
  }

  /** Returns the page at a path and its subject; null if there is no such page or server. */
  #find(path: string): Page | null {
    const found = findPage(Object.keys(this.#heads.zh), path)
    if (found === null) return null
    const { address, parameter } = found
    if (!perServer.test(address))
      return { address, parameter, path: address.includes('$') ? path : address, server: undefined }
    const server = this.#community.serverName(parameter)
    return server === undefined ? null : { address, parameter, path, server }
  }

  #render(language: Language, page: Page | null, requests: readonly string[]): Promise<Rendered> {
    const { name: site } = this.#community.portal()
    const key = JSON.stringify([language, site, page, requests])
    const known = this.#rendered.get(key)
    if (known !== undefined) return known
    if (this.#rendered.size >= renderedMax) this.#rendered.clear()
    const rendered = compressed(this.#htmlOf(language, site, page, requests))
    this.#rendered.set(key, rendered)
    return rendered
  }

  #htmlOf(language: Language, site: string, page: Page | null, requests: readonly string[]): string {
    const { publicUrl } = this.#community
    // An unknown address leads to the start page, which is the list.
    const preloads = this.#preloads[page === null ? '/' : page.address] ?? { scripts: [], styles: [] }
    const html = insertPreloads(this.#html, preloads, requests)
    const head = page === null ? undefined : this.#heads[language][page.address]
    if (page === null || head === undefined)
      return renderHead(html, null, { language, site, publicUrl, path: '/', hasFrame: true })
    const title = page.server === undefined ? head.title : `${page.server} · ${head.title}`
    return renderHead(
      html,
      { ...head, title },
      {
        language,
        site,
        publicUrl,
        path: page.path,
        hasFrame: page.address !== framelessAddress,
      },
    )
  }
}

async function compressed(html: string): Promise<Rendered> {
  const plain = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, br, gzip: zipped, etag }
}

/** What crawlers may read; callbacks, accounts and the console are nothing for them. */
function robots({ publicUrl }: PageSource): string {
  const closed = [
    '/api/',
    '/admin',
    '/auth/',
    '/orders',
    '/settings',
    '/inventory',
    '/login',
    '/reset-password',
  ]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Returns the sitemap: pages with a fixed address whose feature is enabled. */
function sitemap(addresses: readonly string[], { publicUrl, portal }: PageSource): string {
  const { features } = portal()
  const shown = addresses.filter(
    (address) =>
      !address.includes('$') &&
      // The list is already at `/`.
      address !== '/servers' &&
      (address !== '/' || features.servers.enabled) &&
      (address !== '/pracc' || features.pracc.enabled),
  )
  const urls = shown.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** Whether an address is the page's to route: all but the API and the built files. */
function isOfThePage(url: string): boolean {
  return !/^\/(api|assets)([/?]|$)/.test(url)
}

/** A page load of an address with a broken escape in it gets the page, which knows it for an unknown one (A3). */
export function servePageForMalformed(request: FastifyRequest, reply: FastifyReply): boolean {
  const { indexPage } = reply.server
  if (indexPage === null || request.method !== 'GET' || !isOfThePage(request.url)) return false
  void reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(indexPage)
  return true
}
