import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const smallSchemas = fileURLToPath(new URL('../src/app/schemas/small-schemas.ts', import.meta.url))

/** Replaces `zod/mini` in the built page: replies are checked by the same schemas with a tenth of the script. */
export function replaceZod(): Plugin {
  return {
    name: 'clutch-small-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return id === 'zod/mini' ? smallSchemas : null
    },
  }
}
