import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatLanguageQuery } from '@clutch/contract/rules/page/document-language.ts'
import * as z from 'zod/mini'
import { type Language, defaultLanguage, languageSchema } from '@clutch/contract/api/shared/fields.ts'

const headSchema = z.object({
  title: z.string(),
  /** Missing: the page is not for search engines. */
  description: z.optional(z.string()),
})
const headsSchema = z.record(languageSchema, z.record(z.string(), headSchema))

type Head = z.infer<typeof headSchema>

/** What the HTML says of each page, by language and address; the build writes it. */
export type Heads = z.infer<typeof headsSchema>

export const headsFile = 'heads.json'

export const preloadsFile = 'preloads.json'
/** Among them: what a document without rendered content needs besides. */
export const fallbackPreloads = 'fallback'
const pagePreloadsSchema = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

/** The addresses of the scripts and styles that one page needs besides those of every page. */
export type PagePreloads = z.infer<typeof pagePreloadsSchema>

export async function readHeads(folder: string): Promise<Heads> {
  return z.parse(headsSchema, JSON.parse(await readFile(join(folder, headsFile), 'utf8')))
}

/** Reads the preloads of each public page by its address; the build writes them. */
export async function readPreloads(folder: string): Promise<Readonly<Record<string, PagePreloads>>> {
  const text = await readFile(join(folder, preloadsFile), 'utf8')
  return z.parse(z.record(z.string(), pagePreloadsSchema), JSON.parse(text))
}

/** A page of the portal, as the router of the page writes its address, and the value of its parameter. */
export interface PageMatch {
  address: string
  parameter: string
}

/** No page of the portal has a longer path. */
const maxPathLength = 500

/**
 * Finds the page at a path, or null if there is none. Trailing slashes and case are ignored, as in the page's
 * router.
 */
export function findPage(addresses: readonly string[], path: string): PageMatch | null {
  const requestedPath = trimTrailingSlashes(path)
  if (requestedPath.length > maxPathLength) return null
  for (const address of addresses) {
    const pattern = address.replace(/\$$/, '(.+)').replace(/\$\w+/, '([^/]+)')
    const match = new RegExp(`^${pattern}$`, 'i').exec(requestedPath)
    if (match !== null) return { address, parameter: match[1] ?? '' }
  }
  return null
}

/** `/` stays. A regular expression would search from every slash to the end: quadratic in the length of the path. */
function trimTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

interface Facts {
  language: Language
  /** The community's name. */
  site: string
  /** Without a slash at its end. */
  publicUrl: string
  path: string
  /** Whether the page has the portal's frame, which is drawn with the community's name before its script runs. */
  hasFrame: boolean
}

/** The page's HTML with the head of one of its pages; without one it is an address that leads nowhere. */
export function renderHead(
  html: string,
  head: Head | null,
  { language, site, publicUrl, path, hasFrame }: Facts,
): string {
  const title = escape(head === null ? site : `${head.title} · ${site}`)
  const urlIn = (one: Language) => escape(`${publicUrl}${path}${formatLanguageQuery(one)}`)
  const url = urlIn(language)
  const description = head?.description === undefined ? null : escape(head.description)
  const tags =
    description === null
      ? ['<meta name="robots" content="noindex">']
      : [
          `<meta name="description" content="${description}">`,
          `<link rel="canonical" href="${url}">`,
          `<link rel="alternate" hreflang="zh-CN" href="${urlIn('zh')}">`,
          `<link rel="alternate" hreflang="en" href="${urlIn('en')}">`,
          `<link rel="alternate" hreflang="x-default" href="${urlIn(defaultLanguage)}">`,
          '<meta property="og:type" content="website">',
          `<meta property="og:site_name" content="${escape(site)}">`,
          `<meta property="og:title" content="${title}">`,
          `<meta property="og:description" content="${description}">`,
          `<meta property="og:url" content="${url}">`,
          `<meta property="og:image" content="${escape(publicUrl)}/icons/icon-512.png">`,
          `<meta property="og:locale" content="${language === 'zh' ? 'zh_CN' : 'en_US'}">`,
        ]
  return html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"`)
    .replace('<div id="root">', (root) => (hasFrame ? `<div id="root" data-site="${escape(site)}">` : root))
    .replace(/<title>[^<]*<\/title>/, () => [`<title>${title}</title>`, ...tags].join('\n    '))
}

/** What the document of a page requests besides what every page does. */
interface Preloads extends PagePreloads {
  /** Addresses of calls. */
  requests: readonly string[]
}

/** The HTML with links to the scripts, styles and data of one page, which are requested with those of every page. */
export function insertPreloads(html: string, { scripts, styles, requests }: Preloads): string {
  return insertInHead(html, [
    ...requests.map((url) => `<link rel="preload" as="fetch" crossorigin href="${escape(url)}">`),
    ...listScriptLinks(scripts),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${escape(file)}">`),
  ])
}

export function listScriptLinks(scripts: readonly string[]): string[] {
  return scripts.map((file) => `<link rel="modulepreload" crossorigin href="${escape(file)}">`)
}

export function insertInHead(html: string, tags: readonly string[]): string {
  return html.replace('</head>', () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`)
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
