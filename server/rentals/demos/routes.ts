import fastifyStatic from '@fastify/static'
import * as calls from '@clutch/contract/api/demos.ts'
import type { PortalHolder } from '../../content/index.ts'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { demoFolder } from './folder.ts'
import { demoOfTicket, linkDemo, listDemosFor } from './list.ts'

/** G17: list and links for whoever may see the server, and the files for whoever has a link. */
export async function answerDownloads(house: House, app: App, content: PortalHolder): Promise<void> {
  const require = () => content.require(({ pracc }) => pracc.enabled)
  answer(app, calls.listDemos, async ({ params, signedIn }) => {
    require()
    return { data: { demos: await listDemosFor(house, params.id, signedIn.steamId) } }
  })
  answer(app, calls.getDemoLink, async ({ params, signedIn }) => {
    require()
    const address = await linkDemo(house, params.id, params.name, signedIn.steamId)
    return { success: true as const, data: { download_url: address } }
  })
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { serve: false, cacheControl: false })
    answer(scope, calls.downloadDemo, async ({ params, request, reply }) => {
      const { path, size } = await demoOfTicket(house, params.ticket, params.name)
      reply.header('content-disposition', `attachment; filename="${params.name}"`)
      const { headers } = request.raw
      if (headers.range !== undefined) headers.range = rangeWithin(size, headers.range)
      return reply.sendFile(path, demoFolder(house))
    })
  })
}

/** RFC 9110 §14.1.2: of what is shorter than the end that is asked for the end is all of it, which the library refuses. */
function rangeWithin(size: number, range: string): string {
  const [, length] = /^bytes=-(\d+)$/.exec(range) ?? []
  return length !== undefined && Number(length) > size ? 'bytes=0-' : range
}
