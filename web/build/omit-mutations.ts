import type { Plugin } from 'vite'

const id = '\0no-mutations'

/** The part of the class that the query client calls by itself. */
const source = `export class MutationCache {
  findAll() { return [] }
  clear() {}
  async resumePausedMutations() {}
}`

/** Leaves TanStack Query's mutations out of the built page, which makes its changes with `useAction` and `useTask`. */
export function omitMutations(): Plugin {
  return {
    name: 'clutch-omit-mutations',
    apply: 'build',
    enforce: 'pre',
    resolveId(path, importer) {
      return path === './mutationCache.js' && importer?.endsWith('/queryClient.js') === true ? id : null
    },
    load(path) {
      return path === id ? source : null
    },
  }
}
