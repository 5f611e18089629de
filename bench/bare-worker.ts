import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { serveWorker } from './worker.ts'

/** What the bare server answers to everything. */
export interface Bare {
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const stalls = monitorEventLoopDelay({ resolution: 5 })

serveWorker({
  cpuUs(): number {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  watchStalls() {
    stalls.reset()
    stalls.enable()
  },
  stallP99Ms: () => Math.max(0, stalls.percentile(99) / 1e6 - 5),
  async serve({ headers, body }: Bare): Promise<string> {
    const bytes = Buffer.from(body, 'base64')
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      response.end(bytes)
    })
    server.keepAliveTimeout = 75_000
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
})
