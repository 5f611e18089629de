import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  startTemporaryCluster,
  type TemporaryCluster,
} from '../platform/database/embedded/temporary-cluster.ts'

interface Project {
  provide: (key: 'clusterUrl', value: string) => void
}

/** Vitest's global setup: one PostgreSQL a run, started by the first test that asks for it, so that pure tests need none. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  let cluster: Promise<TemporaryCluster> | undefined
  const server = createServer((_, response) => {
    cluster ??= startTemporaryCluster()
    cluster.then(
      ({ address }) => response.end(JSON.stringify(address)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('clusterUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await (await cluster)?.stop()
  }
}
