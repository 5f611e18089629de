import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'
import { heads } from '../src/locales/zh/heads.ts'

type Bundle = Rollup.OutputBundle

/** What every page needs besides what the entry imports: the default language. */
const firstWords = 'src/locales/zh/index.ts'
/** The font of the community's name. That of the text is larger, and waits until the page is drawn in a font of the device. */
const firstFont = /barlow-condensed-latin-600-normal-[^/]+\.woff2$/

/** What `withPageWords` loads with each page. */
const withPage = ['src/ui/icons/page-icon-shapes.ts']
const words = (part: string) => `src/locales/zh/${part}.ts`

const list = ['src/pages/servers/list/server-list-page.tsx', words('servers')]

/** The modules that the router loads for each public page, in the default language. */
const pageModules: Readonly<Record<string, readonly string[]>> = {
  '/': list,
  '/servers': list,
  '/login': [...list, 'src/app/routes/pages/login-page.tsx'],
  '/servers/details/$id': [
    'src/pages/servers/details/details-page.tsx',
    words('servers'),
    words('server-pages'),
    ...withPage,
  ],
  '/servers/rules/$id': [
    'src/pages/servers/rules/rules-page.tsx',
    words('servers'),
    words('server-pages'),
    ...withPage,
  ],
  '/vip': ['src/pages/vip/offer/vip-page.tsx', words('vip'), ...withPage],
  '/store': ['src/pages/vip/store/store-page.tsx', words('vip'), ...withPage],
  '/leaderboard': ['src/pages/leaderboard/board/board-page.tsx', words('leaderboard'), ...withPage],
  '/leaderboard/player/$steamId': [
    'src/pages/leaderboard/player/player-page.tsx',
    words('leaderboard'),
    ...withPage,
  ],
  '/pracc': ['src/pages/rentals/rentals-page.tsx', words('practice'), ...withPage],
  '/faq': ['src/pages/faq/faq-page.tsx', words('faq'), ...withPage],
}

/** The same for every other page. */
const laterModules = ['src/app/routes/pages/later-pages.ts']

/** What a document without rendered content needs besides. */
const fallbackModules = ['src/app/portal/portal.queries.ts']

/** Modules that a public page's document is drawn with, and whose script the browser loads later. */
const renderedModules: Readonly<Record<string, readonly string[]>> = {
  '/pracc': ['src/pages/rentals/list/sample-servers.tsx'],
}

/** Names in index.html what every page would otherwise request one round trip later. */
export function preloadEveryPage(): Plugin {
  return {
    name: 'clutch-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = collectChunks(bundle, [firstWords])
        return [
          ...chunks.map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}` })),
          ...listStyles(chunks).map((file) => ({ rel: 'preload', as: 'style', href: `/${file}` })),
          ...listFonts(bundle).map((file) => ({
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            fetchpriority: 'low',
            href: `/${file}`,
          })),
        ]
          .filter(({ href }) => !html.includes(`"${href}"`))
          .map(link)
      },
    },
  }
}

/** Writes `preloads.json` for the server: the scripts and styles of each page by its address, and `fallback`. */
export function writePreloads(): Plugin {
  return {
    name: 'clutch-preloads',
    apply: 'build',
    // After the step that names the styles of each file.
    enforce: 'post',
    generateBundle(_, bundle) {
      const forgotten = Object.entries(heads).filter(
        ([address, { description }]) => description !== undefined && !(address in pageModules),
      )
      if (forgotten.length > 0)
        this.error(`no preloads for ${forgotten.map(([address]) => address).join(', ')}`)
      const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
      const always = new Set(collectImports(bundle, entries as Rollup.OutputChunk[]))
      const pages = Object.keys(heads).map(
        (address) => [address, pageModules[address] ?? laterModules] as const,
      )
      const preloads = [...pages, ['fallback', fallbackModules] as const].map(([address, modules]) => {
        const chunks = collectChunks(bundle, modules).filter((chunk) => !always.has(chunk))
        const rendered = collectChunks(bundle, renderedModules[address] ?? []).filter(
          (chunk) => !always.has(chunk),
        )
        const scripts = chunks.map(({ fileName }) => `/${fileName}`)
        const styles = listStyles([...chunks, ...rendered])
        return [address, { scripts, styles: styles.map((file) => `/${file}`) }]
      })
      const source = JSON.stringify(Object.fromEntries(preloads))
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
    },
  }
}

/** The chunks of some modules with everything they import at once; throws if a module has none of its own. */
function collectChunks(bundle: Bundle, modules: readonly string[]): Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const wanted = modules.map((path) => {
    const holds = (id: string | null) => id?.endsWith(`/${path}`) === true
    const chunk =
      chunks.find(({ facadeModuleId }) => holds(facadeModuleId)) ??
      chunks.find(({ moduleIds }) => moduleIds.some(holds))
    if (chunk === undefined) throw new Error(`no file of the page begins with ${path}`)
    return chunk
  })
  return collectImports(bundle, wanted)
}

function collectImports(bundle: Bundle, from: readonly Rollup.OutputChunk[]): Rollup.OutputChunk[] {
  // A set may grow during iteration: added entries are visited too.
  const wanted = new Set(from)
  for (const { imports } of wanted)
    for (const file of imports) {
      const chunk = bundle[file]
      if (chunk?.type === 'chunk') wanted.add(chunk)
    }
  return [...wanted]
}

function listStyles(chunks: readonly Rollup.OutputChunk[]): string[] {
  return [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))]
}

function listFonts(bundle: Bundle): string[] {
  return Object.keys(bundle).filter((file) => firstFont.test(file))
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
