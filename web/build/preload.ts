import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

type Bundle = Rollup.OutputBundle

/** What the first screen needs besides what the entry imports: the default language, and the list's own module. */
const listModule = 'src/pages/servers/list/server-list-page.tsx'
const firstScreenModules = ['src/locales/zh/index.ts', listModule]
const firstFonts = [
  /inter-latin-wght-normal-[^/]+\.woff2$/,
  /barlow-condensed-latin-600-normal-[^/]+\.woff2$/,
]

/** Names in index.html what would otherwise be asked for one round trip later. */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'clutch-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const links = [
          ...listScripts(bundle).map((file) => ({ rel: 'modulepreload', href: `/${file}` })),
          ...listStyles(bundle).map((file) => ({ rel: 'preload', as: 'style', href: `/${file}` })),
          ...listFonts(bundle).map((file) => ({
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
          })),
        ]
        const onlyList = findListOnlyFiles(bundle)
        return links
          .filter(({ href }) => !html.includes(`"${href}"`))
          .map((attrs) => link({ ...attrs, ...(onlyList.has(attrs.href) && { 'data-page': 'list' }) }))
      },
    },
  }
}

/** The chunks of the first screen with everything they import at once. */
function findFirstScreenChunks(bundle: Bundle): Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const wanted = new Set(
    chunks.filter(({ facadeModuleId }) => firstScreenModules.some((path) => facadeModuleId?.endsWith(path))),
  )
  // A set may grow during iteration: added entries are visited too.
  for (const { imports } of wanted) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) wanted.add(chunk)
  }
  return [...wanted]
}

/** What no page but the list uses: the server leaves it out of the HTML of all others. */
function findListOnlyFiles(bundle: Bundle): ReadonlySet<string> {
  const list = findFirstScreenChunks(bundle).filter(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(listModule),
  )
  const files = list.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
  return new Set(files.map((file) => `/${file}`))
}

function listScripts(bundle: Bundle): string[] {
  return findFirstScreenChunks(bundle).map(({ fileName }) => fileName)
}

function listStyles(bundle: Bundle): string[] {
  return findFirstScreenChunks(bundle).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
}

function listFonts(bundle: Bundle): string[] {
  return Object.keys(bundle).filter((file) => firstFonts.some((font) => font.test(file)))
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
