/**
 * Starts `main.ts` from a compile cache, for programs that start many of them: a third of the processor time and less than half of
 * the memory, since no types have to be stripped.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/gamesim'))
await import('./main.ts')
flushCompileCache()
