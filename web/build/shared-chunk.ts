import type { Rollup } from 'vite'

/** What Rolldown offers while it decides which module goes into which file. */
interface Chunking {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers' | 'dynamicImporters'> | null
}

const ownModulePattern = /\/(web\/src|contract)\//
const entryPattern = /\/web\/src\/main\.tsx$/
/** The page that `/` shows. */
const listPattern = /\/web\/src\/pages\/servers\/list\/server-list-page\.tsx$/
const areaPattern = /\/web\/src\/(?:pages|app)\/([\w-]+)\//

/**
 * Puts our own modules that several files need into few files: each additional file is a request, and small files
 * compress badly. One file holds what every page loads, one what the server list shares with other pages, one what
 * several areas of the page share, and one each what the files of one area share (`leaderboard`, `console`). A group takes
 * the imports of its modules along, so what more pages share comes first.
 */
export const sharedChunks = [
  {
    name: 'page',
    test: (id: string) => ownModulePattern.test(id) && !entryPattern.test(id),
    tags: ['$initial' as const],
    priority: 6,
  },
  sharedGroup(5, (loaders) => (loaders.some((loader) => listPattern.test(loader)) ? 'list-shared' : null)),
  { name: 'charts', test: /\/web\/src\/ui\/charts\/|node_modules\/uplot\//, priority: 4 },
  sharedGroup(3, (loaders) => (listPlayerAreas(loaders).length > 1 ? 'shared' : null)),
  sharedGroup(2, (loaders) => {
    const [area] = listPlayerAreas(loaders)
    return area === undefined ? null : `${area}-shared`
  }),
  sharedGroup(1, () => 'console-shared'),
]

function sharedGroup(priority: number, nameOf: (loaders: readonly string[]) => string | null) {
  return {
    name: (id: string, chunking: Chunking) =>
      ownModulePattern.test(id) ? nameOf(findLoaders(id, chunking)) : null,
    minShareCount: 2,
    priority,
  }
}

/** The areas of some modules, without the console, which takes what it shares with players from their files. */
function listPlayerAreas(loaders: readonly string[]): string[] {
  const areas = new Set(loaders.map((loader) => areaPattern.exec(loader)?.[1] ?? 'ui'))
  return [...areas].filter((area) => area !== 'console')
}

/** The modules that a file of their own begins with (loaded by `import()`) and that need this module at once. */
function findLoaders(id: string, chunking: Chunking): string[] {
  // A set may grow during iteration: added entries are visited too.
  const seen = new Set([id])
  const loaders: string[] = []
  for (const module of seen) {
    const { importers = [], dynamicImporters = [] } = chunking.getModuleInfo(module) ?? {}
    if (dynamicImporters.length > 0) loaders.push(module)
    for (const importer of importers) seen.add(importer)
  }
  return loaders
}
