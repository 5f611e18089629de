import type { Rollup } from 'vite'

/** What Rolldown offers while it decides which module goes into which file. */
interface Chunking {
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, 'importers'> | null
}

const ownModulePattern = /\/(web\/src|contract)\//
/** Where the first screen begins: the page itself, and the list that `/` shows. */
const firstScreenPattern = /\/web\/src\/(main\.tsx|pages\/servers\/list\/server-list-page\.tsx)$/

/**
 * Puts our own modules that the first screen shares with other pages into one file: each additional file is a
 * request, and small files compress badly. Modules that only other pages share stay with them.
 */
export const sharedChunk = {
  name: (id: string, chunking: Chunking) =>
    ownModulePattern.test(id) && isOfFirstScreen(id, chunking) ? 'page' : null,
  minShareCount: 2,
}

/** Whether the first screen imports a module, directly or through others. */
function isOfFirstScreen(id: string, chunking: Chunking): boolean {
  // A set may grow during iteration: added entries are visited too.
  const seen = new Set([id])
  for (const module of seen) {
    if (firstScreenPattern.test(module)) return true
    for (const importer of chunking.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
