import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { notifyRegistryChanged } from '@clutch/server/domains/servers/registry/registry.store.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { readCpuTimes } from '../harness/postgres-cpu.ts'
import { registerServers } from '../harness/registered-servers.ts'
import { sampleServers } from '../harness/sample-servers.ts'
import { serveTasks } from '../harness/child-program.ts'

/** The whole portal as production runs it: every role, the embedded database, and no visitors. */
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const config = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_DATA_DIR: folder,
  CLUTCH_ALLOW_PRIVATE: '1',
})
const portal = await startPortal({ config, log: createDiscardedLog(), page: false })
const { database } = portal.context

export const servedTasks = serveTasks(
  { serve: setServers, cpu: () => readCpuTimes(folder), pollIntervalMs: () => config.pollIntervalMs },
  async () => {
    await portal.stop()
    rmSync(folder, { recursive: true })
  },
)

/** Makes the list that of the game servers at these ports of this machine; resolves when all were seen online. */
async function setServers(ports: readonly number[]): Promise<void> {
  await database.deleteFrom('servers').execute()
  const servers = sampleServers(ports.length).map((server, index) => ({
    ...server,
    ip: '127.0.0.1',
    port: ports[index] ?? 0,
  }))
  await registerServers(database, servers)
  await database.transaction().execute(notifyRegistryChanged)
  for (let online = -1; online < ports.length; await wait(500)) {
    const answer = await fetch(new URL('/api/servers', portal.url))
    const list = (await answer.json()) as { open: number }[]
    online = list.filter(({ open }) => open !== 0).length
  }
}
