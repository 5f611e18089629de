import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { serveTasks } from '../harness/child-program.ts'

/** What the bare server answers to everything. */
export interface BareResponse {
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const eventLoopDelay = monitorEventLoopDelay({ resolution: 5 })

export const servedTasks = serveTasks({
  cpuUs(): number {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  watchStalls() {
    eventLoopDelay.reset()
    eventLoopDelay.enable()
  },
  stallP99Ms: () => Math.max(0, eventLoopDelay.percentile(99) / 1e6 - 5),
  async serve({ headers, body }: BareResponse): Promise<string> {
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
