import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PagePreloads, insertInHead, listScriptLinks } from './heads.ts'
import { type RenderedPage, hashForPolicy } from './page-renderer.ts'

/** What the document of a page holds itself, so that nothing else is needed to draw it. */
interface InlineFiles {
  /** The script that sets the theme before the first paint. */
  themeScript: string
  /** Every style of the page. */
  styles: string
  /** The files that these styles are from. */
  styleFiles: readonly string[]
}

const themeScriptTag = '<script src="/theme.js"></script>'
const styleTagPattern = / *<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>\n?/g
/** What the page's script needs: it loads after everything that draws the page. */
const scriptTagPattern =
  / *<(?:script type="module"[^>]*><\/script|link rel="(?:modulepreload|preload" as="font")[^>]*)>\n?/g
const dataTagPattern = / *<link rel="preload" href="\/api\/[^>]*>\n?/g

/** Makes documents with the content of rendered pages. */
export class ContentDocuments {
  readonly #html: string
  readonly #folder: string
  readonly #files = new Map<PagePreloads, Promise<InlineFiles>>()

  /**
   * @param html the built page
   * @param folder where it and its files are
   */
  constructor(html: string, folder: string) {
    this.#html = html
    this.#folder = folder
  }

  /**
   * Returns a document with a rendered page, and the hashes that its content security policy needs. Throws where a file of the built page
   * cannot be read; the next call reads it again.
   */
  async create(preloads: PagePreloads, page: RenderedPage): Promise<ContentDocument> {
    let files = this.#files.get(preloads)
    if (files === undefined) {
      files = this.#readFiles(preloads)
      this.#files.set(preloads, files)
      files.catch(() => this.#files.delete(preloads))
    }
    const { themeScript, styles, styleFiles } = await files
    const scripts = [...this.#html.matchAll(scriptTagPattern)].map(([tag]) => tag.trim())
    const head = this.#html
      .replaceAll(scriptTagPattern, '')
      .replaceAll(styleTagPattern, '')
      .replaceAll(dataTagPattern, '')
      .replace(themeScriptTag, () => `<script id="theme">${themeScript}</script>`)
    const withStyles = insertInHead(head, [
      `<style>${styles}</style>`,
      ...(page.styles === '' ? [] : [`<style id="first-styles">${page.styles}</style>`]),
      // The page's script finds the styles loaded; a disabled one is not requested.
      ...styleFiles.map((file) => `<link rel="stylesheet" crossorigin href="${file}" disabled>`),
    ])
    const html = withStyles
      .replace(/(<div id="root"[^>]*>)<\/div>/, (_, root: string) => {
        const data = `<script type="application/json" id="first-view">${page.data}</script>`
        return `${root}${page.html}</div>\n    ${data}`
      })
      .replace('</body>', () =>
        [...[...scripts, ...listScriptLinks(preloads.scripts)].map(withLowPriority), '</body>']
          .map((tag) => `  ${tag}\n  `)
          .join(''),
      )
    return {
      html,
      styleHashes: [styles, page.styles].filter((text) => text !== '').map(hashForPolicy),
      scriptHash: hashForPolicy(themeScript),
    }
  }

  async #readFiles({ styles }: PagePreloads): Promise<InlineFiles> {
    const ofEveryPage = [...this.#html.matchAll(styleTagPattern)].flatMap(([, file]) => file ?? [])
    const styleFiles = [...new Set([...ofEveryPage, ...styles])]
    const texts = await Promise.all(styleFiles.map((file) => readFile(join(this.#folder, file), 'utf8')))
    const themeScript = await readFile(join(this.#folder, 'theme.js'), 'utf8')
    return { themeScript, styles: texts.join(''), styleFiles }
  }
}

/** The page is drawn without its script, which must not take bandwidth from what draws it. */
function withLowPriority(tag: string): string {
  return tag.includes('fetchpriority') ? tag : tag.replace(/^<(script|link) /, '<$1 fetchpriority="low" ')
}

export interface ContentDocument {
  html: string
  /** For `style-src` and `script-src` of its content security policy. */
  styleHashes: readonly string[]
  scriptHash: string
}
