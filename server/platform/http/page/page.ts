import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseDocumentLanguage, readLanguageQuery } from '@clutch/contract/rules/page/document-language.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { Features } from '@clutch/contract/features.ts'
import type { App } from '../app.types.ts'
import { formatRobots, formatSitemap } from './crawlers.ts'
import { type ContentDocument, ContentDocuments } from './content-document.ts'
import { chooseEncoding } from '../requests/encoding.ts'
import { replyNotFound } from '../responses/errors.ts'
import { PageRenderer, type RenderedPage, type RendererOptions } from './page-renderer.ts'
import { matchesTag } from '../requests/etag.ts'
import {
  type Heads,
  type PagePreloads,
  findPage,
  headsFile,
  fallbackPreloads,
  preloadsFile,
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
  firstRequests: (address: string, parameter: string, language: Language) => Promise<readonly string[]>
  /** How pages are rendered; without it the browser renders them. */
  renderer?: RendererOptions | undefined
}

/** The HTML of one page in one language, and its compressed forms. */
interface Rendered {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  /** Of what the document holds inline. */
  policyHashes?: PolicyHashes
}

type PolicyHashes = Pick<ContentDocument, 'styleHashes' | 'scriptHash'>

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
const noPreloads: PagePreloads = { scripts: [], styles: [] }
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
    globIgnore: ['index.html*', `${headsFile}*`, `${preloadsFile}*`, 'server/**'],
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${folder}/assets/`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const renderer = community.renderer && PageRenderer.open(app, folder, community.renderer)
  const pages = new Pages(
    html,
    await readHeads(folder),
    await readPreloads(folder),
    community,
    renderer ?? null,
    new ContentDocuments(html, folder),
  )
  app.indexPage = Buffer.from(html)
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(formatRobots(community)),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(formatSitemap(pages.addresses, community)),
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
  readonly #renderer: PageRenderer | null
  readonly #documents: ContentDocuments
  readonly #rendered = new Map<string, Promise<Rendered>>()
  readonly #renderedWithContent = new WeakMap<RenderedPage, Promise<Rendered>>()

  constructor(
    html: string,
    heads: Heads,
    preloads: Readonly<Record<string, PagePreloads>>,
    community: PageSource,
    renderer: PageRenderer | null,
    documents: ContentDocuments,
  ) {
    this.#renderer = renderer
    this.#documents = documents
    this.#html = html
    this.#preloads = preloads
    this.#heads = heads
    this.#community = community
    const all = Object.entries(heads.zh)
    this.addresses = all.flatMap(([address, { description }]) => (description === undefined ? [] : [address]))
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [path = '', query] = request.url.split('?')
    const { cookie: cookies, 'accept-language': accepted } = request.headers
    const language = chooseDocumentLanguage({ cookies, query, accepted })
    const page = this.#find(path)
    const isPlain = page !== null && (query === undefined || readLanguageQuery(query) !== undefined)
    const content =
      isPlain && page.path === path && this.addresses.includes(page.address)
        ? await this.#renderer?.render({ path, language, isMobile: isPhone(request) })
        : undefined
    const { etag, policyHashes, ...forms } =
      (content && (await this.#renderWithContent(language, page as Page, content))) ??
      (await this.#render(language, page, isPlain ? await this.#listRequests(language, page) : []))
    if (policyHashes !== undefined) allowInline(reply, policyHashes)
    reply
      .code(page === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: varyingHeaders, etag })
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

  #listRequests(language: Language, { address, parameter }: Page): Promise<readonly string[]> {
    return this.#community.firstRequests(address, parameter, language)
  }

  /** Undefined where the document cannot be made: the browser then renders the page. */
  async #renderWithContent(
    language: Language,
    page: Page,
    content: RenderedPage,
  ): Promise<Rendered | undefined> {
    let rendered = this.#renderedWithContent.get(content)
    if (rendered === undefined) {
      rendered = this.#createDocument(language, page, content)
      this.#renderedWithContent.set(content, rendered)
    }
    try {
      return await rendered
    } catch (error) {
      this.#renderedWithContent.delete(content)
      this.#community.renderer?.onError(error, page.path)
      return undefined
    }
  }

  async #createDocument(language: Language, page: Page, content: RenderedPage): Promise<Rendered> {
    const { html, styleHashes, scriptHash } = await this.#documents.create(this.#preloadsOf(page), content)
    const whole = this.#withHead(html, language, this.#community.portal().name, page)
    return { ...(await compressed(whole, fastBrotli)), policyHashes: { styleHashes, scriptHash } }
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
    const { scripts, styles } = this.#preloadsOf(page)
    const more = this.#preloads[fallbackPreloads] ?? noPreloads
    const html = insertPreloads(this.#html, { scripts: [...scripts, ...more.scripts], styles, requests })
    return this.#withHead(html, language, site, page)
  }

  #preloadsOf(page: Page | null): PagePreloads {
    // An unknown address leads to the start page, which is the list.
    return this.#preloads[page === null ? '/' : page.address] ?? noPreloads
  }

  #withHead(html: string, language: Language, site: string, page: Page | null): string {
    const { publicUrl } = this.#community
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

/** Which page a visitor with these headers gets, and in which form. */
const varyingHeaders = 'accept-language, cookie, sec-ch-ua-mobile, user-agent, accept-encoding'
/** A page with content changes every few seconds: compressing it well would take longer than rendering it. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A12: whether a browser says that it is a phone's or a small tablet's. */
function isPhone({ headers }: FastifyRequest): boolean {
  const hint = headers['sec-ch-ua-mobile']
  return hint === undefined ? /\b(Mobi|Android|iPhone)/.test(headers['user-agent'] ?? '') : hint === '?1'
}

/** Allows what a document holds inline by its hashes. */
function allowInline(reply: FastifyReply, { styleHashes, scriptHash }: PolicyHashes): void {
  const policy = String(reply.getHeader('content-security-policy'))
    .replace("style-src 'self'", `style-src 'self' ${styleHashes.join(' ')}`)
    .replace("script-src 'self'", `script-src 'self' ${scriptHash}`)
  reply.header('content-security-policy', policy)
}

async function compressed(html: string, options: BrotliOptions = {}): Promise<Rendered> {
  const plain = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, options), promisify(gzip)(plain)])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, br, gzip: zipped, etag }
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
