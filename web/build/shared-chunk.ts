import type { Rollup } from 'vite'

/** What Rolldown offers while it decides which module goes into which file. */
interface Chunking {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers' | 'dynamicImporters'> | null
}

const ownModulePattern = /\/(web\/src|contract)\//
const entryPattern = /\/web\/src\/main\.tsx$/
const areaPattern = /\/web\/src\/(?:pages|app)\/([\w-]+)\//

/** The modules that the router loads for the public pages. What they need at once is kept apart from what follows later. */
const publicPages: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['list', /\/pages\/servers\/list\/server-list-page\.tsx$/],
  ['details', /\/pages\/servers\/details\/details-page\.tsx$/],
  ['rules', /\/pages\/servers\/rules\/rules-page\.tsx$/],
  ['vip', /\/pages\/vip\/offer\/vip-page\.tsx$|\/locales\/\w+\/vip\.ts$/],
  ['store', /\/pages\/vip\/store\/store-page\.tsx$/],
  ['board', /\/pages\/leaderboard\/board\/board-page\.tsx$/],
  ['player', /\/pages\/leaderboard\/player\/player-page\.tsx$/],
  ['pracc', /\/pages\/rentals\/rentals-page\.tsx$/],
  ['faq', /\/pages\/faq\/faq-page\.tsx$/],
  ['login', /\/app\/routes\/pages\/login-page\.tsx$/],
]

/** The files for what some public pages share, by the pages. */
const filesOfPages: readonly (readonly [file: string, pages: readonly string[]])[] = [
  ['tables', ['list', 'board']],
  ['servers-shared', ['list', 'details', 'rules', 'login']],
  ['payment-shared', ['vip', 'store', 'pracc']],
  ['vip-shared', ['vip', 'store']],
  ['leaderboard-shared', ['board', 'player']],
]

/**
 * Puts our own modules that several files need into few files: each additional file is a request, and small files
 * compress badly. One file (`page`) holds what every page loads, and what the server list shares with very different pages. The
 * others hold what certain public pages share, so that none loads much that it does not need, and what only later parts share. A
 * group takes the imports of its modules along, so what more pages share comes first.
 */
export const sharedChunks = [
  { name: 'later-words', test: /\/locales\/later-words\.ts$/, priority: 7 },
  { name: fileGroup((use) => (use.isFirst ? 'page' : null)), priority: 6 },
  {
    name: 'portal-calls',
    test: /\/portal\/portal\.queries\.ts$|\/contract\/(features|api\/content\/portal)\.ts$/,
    priority: 4.5,
  },
  // One group each: a group takes the imports of its modules along, also those that others share.
  ...['shared', ...filesOfPages.map(([file]) => file)].map((file, place) => ({
    name: fileGroup(({ pages }) => (isShared(pages) && fileOfPages(pages) === file ? file : null)),
    minShareCount: 2,
    priority: 5 - place / 10,
  })),
  { name: 'charts', test: /\/web\/src\/ui\/charts\/|node_modules\/uplot\//, priority: 4 },
  {
    name: fileGroup(({ pages: [page] }) => (page === undefined ? null : `${page}-shared`)),
    minShareCount: 2,
    priority: 3,
  },
  { name: fileGroup(({ areas }) => fileOfAreas(areas)), minShareCount: 2, priority: 2 },
  { name: fileGroup(() => 'console-shared'), minShareCount: 2, priority: 1 },
]

/** Who needs a module at once. */
interface Use {
  /** Every page. */
  isFirst: boolean
  /** Public pages. */
  pages: readonly string[]
  /** The areas of other parts, without the console, which takes what it shares with players from their files. */
  areas: readonly string[]
}

function fileGroup(fileOf: (use: Use) => string | null) {
  return (id: string, chunking: Chunking) =>
    ownModulePattern.test(id) && !entryPattern.test(id) ? fileOf(findUse(id, chunking)) : null
}

/** What the list shares with later parts only is in a file of the list and others: it has no room for a file of its own. */
function isShared(pages: readonly string[]): boolean {
  return pages.length > 1 || pages[0] === 'list'
}

function fileOfPages(pages: readonly string[]): string {
  const fitting = filesOfPages.filter(([, those]) => pages.every((page) => those.includes(page)))
  const [[file] = []] = fitting.toSorted(([, one], [, other]) => one.length - other.length)
  return file ?? (pages.includes('list') ? 'page' : 'shared')
}

/** Areas that share too little for a file of their own. */
const smallAreas = new Set(['inventory', 'orders', 'routes'])
/** What every page loads after its first view. */
const laterOfEveryPage = new Set(['ui', 'shell'])

function fileOfAreas(areas: readonly string[]): string | null {
  const [area] = areas
  if (area === undefined) return null
  if (areas.every((one) => laterOfEveryPage.has(one))) return 'ui-shared'
  return areas.length > 1 || smallAreas.has(area) ? 'later-shared' : `${area}-shared`
}

function findUse(id: string, chunking: Chunking): Use {
  const { loaders, isFirst } = findLoaders(id, chunking)
  const pages = publicPages
    .filter(([, pattern]) => loaders.some((loader) => pattern.test(loader)))
    .map(([name]) => name)
  const areas = new Set(loaders.map((loader) => areaPattern.exec(loader)?.[1] ?? 'ui'))
  areas.delete('console')
  return { isFirst: isFirst || (pages.length > 1 && fileOfPages(pages) === 'page'), pages, areas: [...areas] }
}

/** The modules that a file of their own begins with (loaded by `import()`) and that need this module at once. */
function findLoaders(id: string, chunking: Chunking): { loaders: string[]; isFirst: boolean } {
  // A set may grow during iteration: added entries are visited too.
  const seen = new Set([id])
  const loaders: string[] = []
  for (const module of seen) {
    const { importers = [], dynamicImporters = [] } = chunking.getModuleInfo(module) ?? {}
    if (dynamicImporters.length > 0) loaders.push(module)
    for (const importer of importers) seen.add(importer)
  }
  return { loaders, isFirst: [...seen].some((module) => entryPattern.test(module)) }
}
