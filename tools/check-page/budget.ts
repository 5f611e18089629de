import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Bytes after gzip (docs/decisions/0040-small-first-script.md). */
const maxPageStyle = 20_000
const maxIdle = 175_000
/** All fonts of the page; they are compressed by themselves. */
const maxFonts = 75_000
/** The script that a public page loads before anything is done on it, and how many files it is in. */
const maxPageScript = 120_000
const maxPageScripts = 16
/**
 * A script below this many bytes costs a request for little: small pages, dialogs and words of one area are in one file. What remains small are
 * the entries and words of public pages, what two of them share, and what loads on an action alone.
 */
const smallScript = 4_000
const maxSmallScripts = 44

/** The modules requested before the first server row is painted, and those that follow at idle. */
const firstScreenModules = ['index.html', 'src/pages/servers/list/server-list-page.tsx']
const languages = ['zh', 'en'].map((language) => [
  `src/locales/${language}/index.ts`,
  `src/locales/${language}/servers.ts`,
])
const idleModules = ['src/ui/floating/parts.ts']
const alwaysLoaded = ['theme.js']

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/**
 * Checks the built page's size against its budget, for the larger language; prints it and returns what
 * exceeds it.
 */
export async function checkBudget(dist: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const weigh = async (modules: readonly string[]) => {
    const { scripts, styles } = collectFiles(manifest, modules)
    return {
      script: await gzipSize(dist, [...alwaysLoaded, ...scripts]),
      style: await gzipSize(dist, styles),
    }
  }
  const first = await Promise.all(languages.map((language) => weigh([...firstScreenModules, ...language])))
  const idle = await Promise.all(
    languages.map((language) => weigh([...firstScreenModules, ...idleModules, ...language])),
  )
  const measures = [
    {
      what: 'script of the first screen',
      bytes: Math.max(...first.map(({ script }) => script)),
      max: maxPageScript,
    },
    {
      what: 'style of the first screen',
      bytes: Math.max(...first.map(({ style }) => style)),
      max: maxPageStyle,
    },
    {
      what: '/servers once idle',
      bytes: Math.max(...idle.map(({ script, style }) => script + style)),
      max: maxIdle,
    },
    { what: 'all fonts', bytes: await measureFonts(dist), max: maxFonts },
  ]
  const pages = await measurePages(dist, manifest)
  for (const { what, bytes, max } of [...measures, ...pages.measures])
    console.log(`  ${what}: ${formatKilobytes(bytes)} of ${formatKilobytes(max)}`)
  return [...measures, ...pages.measures]
    .filter(({ bytes, max }) => bytes > max)
    .map(
      ({ what, bytes, max }) => `${what} weighs ${formatKilobytes(bytes)}, more than ${formatKilobytes(max)}`,
    )
    .concat(pages.problems, await findManySmallScripts(dist))
}

async function findManySmallScripts(dist: string): Promise<string[]> {
  const scripts = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'))
  const sizes = await Promise.all(
    scripts.map(async (file) => ({ file, size: (await stat(join(dist, 'assets', file))).size })),
  )
  const small = sizes.filter(({ size }) => size < smallScript)
  console.log(`  scripts under ${formatKilobytes(smallScript)}: ${small.length} of ${maxSmallScripts}`)
  if (small.length <= maxSmallScripts) return []
  const names = small.map(({ file }) => file.replace(/-[^-]*$/, '')).toSorted()
  return [
    `${small.length} scripts are under ${formatKilobytes(smallScript)}, more than ${maxSmallScripts}: ${names.join(', ')}`,
  ]
}

/** The public pages, as the build lists their files for the server, and those in too many files. */
async function measurePages(dist: string, manifest: Manifest) {
  const preloads = JSON.parse(await readFile(join(dist, 'preloads.json'), 'utf8')) as Record<
    string,
    { scripts: string[]; styles: string[] }
  >
  const heads = JSON.parse(await readFile(join(dist, 'heads.json'), 'utf8')) as {
    zh: Record<string, { description?: string }>
  }
  const always = collectFiles(manifest, ['index.html', 'src/locales/zh/index.ts'])
  const publicPages = Object.entries(preloads).filter(
    ([address]) => address === '/login' || heads.zh[address]?.description !== undefined,
  )
  const weighed = await Promise.all(
    publicPages.map(async ([address, { scripts, styles }]) => {
      const scriptFiles = withoutSlashes([...alwaysLoaded, ...always.scripts, ...scripts])
      const styleFiles = withoutSlashes([...always.styles, ...styles])
      return {
        count: scriptFiles.length,
        address,
        script: {
          what: `script of ${address}`,
          bytes: await gzipSize(dist, scriptFiles),
          max: maxPageScript,
        },
        style: { what: `style of ${address}`, bytes: await gzipSize(dist, styleFiles), max: maxPageStyle },
      }
    }),
  )
  return {
    measures: weighed.flatMap(({ script, style }) => [script, style]),
    problems: weighed
      .filter(({ count }) => count > maxPageScripts)
      .map(({ address, count }) => `${address} loads ${count} scripts, more than ${maxPageScripts}`),
  }
}

function withoutSlashes(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => address.replace(/^\//, '')))]
}

async function measureFonts(dist: string): Promise<number> {
  const files = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.woff2'))
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dist, 'assets', file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The files of these modules and of everything they import at once. */
function collectFiles(
  manifest: Manifest,
  modules: readonly string[],
): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>()
  const visit = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    const entry = manifest[module]
    if (entry === undefined)
      throw new Error(`the built page has no ${module}: the budget would count nothing`)
    entry.imports?.forEach(visit)
  }
  modules.forEach(visit)
  const entries = [...seen].flatMap((module) => manifest[module] ?? [])
  return {
    scripts: [...new Set(entries.map(({ file }) => file))],
    styles: [...new Set(entries.flatMap(({ css = [] }) => css))],
  }
}

async function gzipSize(dist: string, files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map((file) => readFile(join(dist, file))))
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0)
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
