import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import { parseCommaList } from '@clutch/contract/rules/servers/list/filter-query.ts'
import { matchesSelection } from '@clutch/contract/rules/servers/list/server-filter.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'

const gzipJson = (servers: readonly Server[]) => gzipSync(JSON.stringify(servers))

/** D13. */
function filterServers(servers: readonly Server[], query: URLSearchParams): Server[] {
  const list = (name: string) => parseCommaList(query.get(name) ?? undefined)
  const lists = { modes: list('modes'), maps: list('maps'), regions: list('regions') }
  return servers.filter((server) => matchesSelection(server, lists))
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** The policy of the real portal: a page that needs more than this would not work there. */
const contentSecurityPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves the built page and contract-shaped answers, without a database or game servers, so that only the page
 * is measured. Listens on a free port of 127.0.0.1. `more` answers further addresses, undefined for none.
 */
export async function startPortalStub(
  dist: string,
  servers: readonly Server[],
  more: (path: string, query: URLSearchParams) => unknown = () => undefined,
) {
  const everything = gzipJson(servers)
  const answers: Record<string, unknown> = {
    '/api/portal': defaultPortal,
    '/api/server/announcement': [{ id: 'a', text: 'Community night on Saturday' }],
    '/api/server/info': { players: { list: [] }, names: 'shown', at: Date.now() },
  }
  const http = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (path === '/api/servers') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'cache-control': 'no-cache',
        'x-snapshot-version': 'bench-1',
        'x-snapshot-time': String(Date.now()),
      })
      response.end(searchParams.size === 0 ? everything : gzipJson(filterServers(servers, searchParams)))
      return
    }
    const answer = answers[path] ?? more(path, searchParams)
    if (answer !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    } else if (path.startsWith('/api/')) {
      response.writeHead(429, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'not here', code: 'stream.full' }))
    } else {
      const wanted = join(dist, normalize(path))
      const file = extname(path) !== '' && existsSync(wanted) ? wanted : join(dist, 'index.html')
      response.writeHead(200, {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': contentSecurityPolicy,
      })
      createReadStream(file).pipe(response)
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
