import type { Plugin, Rollup } from 'vite'

type Bundle = Rollup.OutputBundle

/**
 * The console is for operators, who are online: its pages and texts are not cached on every visitor's device.
 */
const consoleModulePattern = /\/web\/src\/(pages\/console|locales\/\w+\/admin)/
const languageModulePattern = /\/web\/src\/locales\/(zh|en)\//

/** Writes `pages.json` for the worker that keeps the page for times without a network. */
export function listPageFiles(): Plugin {
  return {
    name: 'clutch-page-files',
    apply: 'build',
    // After the step that names the styles of each file.
    enforce: 'post',
    generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pageFiles(bundle)) })
    },
  }
}

/** The files of all pages but the console's: those of both languages, and of each; and every file there is. */
function pageFiles(bundle: Bundle) {
  const chunks = new Map(
    Object.entries(bundle).flatMap(([name, file]) => (file.type === 'chunk' ? [[name, file]] : [])),
  )
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry)
  const wanted = new Set(entries.map(({ fileName }) => fileName))
  // A set may grow during iteration: added entries are visited too.
  for (const name of wanted) {
    const chunk = chunks.get(name)
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])])
      if (!consoleModulePattern.test(chunks.get(next)?.facadeModuleId ?? '')) wanted.add(next)
  }
  const files = (language: string | undefined) => {
    const spoken = [...wanted]
      .flatMap((name) => chunks.get(name) ?? [])
      .filter((chunk) => languageOf(chunk) === language)
    const styles = spoken.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    return [...new Set([...spoken.map(({ fileName }) => fileName), ...styles])].map(toAddress)
  }
  const every = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return { both: files(undefined), zh: files('zh'), en: files('en'), every: every.map(toAddress) }
}

function languageOf({ facadeModuleId }: Rollup.OutputChunk): string | undefined {
  return languageModulePattern.exec(facadeModuleId ?? '')?.[1]
}

function toAddress(file: string): string {
  return `/${file}`
}
