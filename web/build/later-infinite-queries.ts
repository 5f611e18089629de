import type { Plugin } from 'vite'

const id = '\0infinite-queries'

/** What every query imports in place of the behaviour. */
const source = `export const registered = {}
export const infiniteQueryBehavior = (pages) => registered.behavior(pages)`

/** Puts the behaviour there once the page has a part that lists something page by page. */
const registration = `import { registered } from '${id}'
import { infiniteQueryBehavior } from './infiniteQueryBehavior.js'
registered.behavior = infiniteQueryBehavior
`

/** Loads TanStack Query's infinite queries with `useInfiniteQuery`, which no public page uses, instead of with every query. */
export function loadInfiniteQueriesLater(): Plugin {
  return {
    name: 'clutch-later-infinite-queries',
    apply: 'build',
    enforce: 'pre',
    resolveId(path, importer) {
      if (path === id) return { id, moduleSideEffects: false }
      const isQuery =
        path === './infiniteQueryBehavior.js' && importer?.endsWith('/query-core/build/modern/query.js')
      return isQuery === true ? id : null
    },
    load(path) {
      return path === id ? source : null
    },
    transform(code, path) {
      return path.endsWith('/infiniteQueryObserver.js') ? { code: registration + code, map: null } : null
    },
  }
}
