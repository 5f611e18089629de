import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
  app.indexPage = await readFile(join(folder, 'index.html'))
  app.get('/*', { schema: { hide: true } }, (request, reply) =>
    isOfThePage(request.url) ? reply.sendFile('index.html') : refuseUnknown(request, reply),
  )
}

/** Whether an address is the page's to route: all but the API and the built files. */
function isOfThePage(url: string): boolean {
  return !/^\/(api|assets)([/?]|$)/.test(url)
}

/** A page load of an address with a broken escape in it gets the page, which knows it for an unknown one (A3). */
export function pageForMalformed(request: FastifyRequest, reply: FastifyReply): boolean {
  const { indexPage } = reply.server
  if (indexPage === null || request.method !== 'GET' || !isOfThePage(request.url)) return false
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(indexPage)
  return true
}
