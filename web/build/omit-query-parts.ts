import type { Plugin } from 'vite'

const prefix = '\0query-part:'

/**
 * What TanStack Query's modules import and the page does not use, in the least form that their importers work with: changes are made
 * with `useAction` and `useTask`; no query suspends, throws into an error boundary or is restored from a store; timers are the browser's.
 */
const parts: Readonly<Record<string, string>> = {
  'mutationCache.js': `export class MutationCache {
    findAll() { return [] }
    clear() {}
    async resumePausedMutations() {}
  }`,
  'timeoutManager.js': `export const timeoutManager = {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (run, ms) => setInterval(run, ms),
    clearInterval: (id) => clearInterval(id),
  }
  export const systemSetTimeoutZero = (run) => setTimeout(run)`,
  'IsRestoringProvider.js': 'export const useIsRestoring = () => false',
  'QueryErrorResetBoundary.js': 'export const useQueryErrorResetBoundary = () => undefined',
  'errorBoundaryUtils.js': `export const ensurePreventErrorBoundaryRetry = () => undefined
  export const useClearResetErrorBoundary = () => undefined
  export const getHasError = () => false`,
  'suspense.js': `export const ensureSuspenseTimers = () => undefined
  export const shouldSuspend = () => false
  export const fetchOptimistic = () => undefined`,
}

/** Modules that use these parts; the index exports all of them. */
const importers =
  /\/@tanstack\/(query-core|react-query)\/build\/modern\/(queryClient|queryObserver|removable|notifyManager|utils|useBaseQuery)\.js$/

/** Leaves these parts of TanStack Query out of the built page. */
export function omitQueryParts(): Plugin {
  return {
    name: 'clutch-omit-query-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(path, importer) {
      const name = path.replace('./', '')
      const isPart = importer !== undefined && importers.test(importer) && Object.hasOwn(parts, name)
      return isPart ? { id: prefix + name, moduleSideEffects: false } : null
    },
    load(path) {
      return path.startsWith(prefix) ? (parts[path.slice(prefix.length)] ?? null) : null
    },
  }
}
