import type { Rollup } from 'vite'

/** What Rolldown offers while it decides which module goes into which file. */
interface Chunking {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers'> | null
}

const ownModulePattern = /\/(web\/src|contract)\//
/** Where the first screen begins: the page itself, and the list that `/` shows. */
const firstScreenPattern = /\/web\/src\/(main\.tsx|pages\/servers\/list\/server-list-page\.tsx)$/

/**
 * Our own modules that the first screen shares with other pages, as one file: each file more would be a request, and
 * small files compress badly by themselves. What only other pages share stays with them.
 */
export const sharedChunk = {
  name: (id: string, chunking: Chunking) =>
    ownModulePattern.test(id) && isOfFirstScreen(id, chunking) ? 'page' : null,
  minShareCount: 2,
}

/** Whether the first screen imports a module, directly or through others. */
function isOfFirstScreen(id: string, chunking: Chunking): boolean {
  // A set may grow while it is walked: what is added is walked too.
  const seen = new Set([id])
  for (const module of seen) {
    if (firstScreenPattern.test(module)) return true
    for (const importer of chunking.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
