import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from './app.ts'
import { refuseUnknown } from './errors.ts'

/** Whether the page has been built into this folder. */
export function pageIsBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}

/**
 * Serves the built page: hashed files for a year, everything else revalidated, in the compressed form made at build.
 * Any other address outside `/api` is the page's own to route (A3), so it gets `index.html`.
 */
export async function servePage(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${folder}/assets/`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) =>
    /^\/(api|assets)\//.test(request.url) ? refuseUnknown(request, reply) : reply.sendFile('index.html'),
  )
}
