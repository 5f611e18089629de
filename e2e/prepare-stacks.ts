import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createOperatorCall } from '@clutch/demo/seed/operator-calls.ts'
import { seedRentals } from '@clutch/demo/seed/seed-rentals.ts'
import { seedStore } from '@clutch/demo/seed/seed-store.ts'
import { startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import {
  type TemporaryCluster,
  copyDatabase,
  startTemporaryCluster,
} from '@clutch/server/platform/database/embedded/temporary-cluster.ts'
import { startPortal } from '@clutch/server/portal.ts'

/** What the stacks of a run are made from. */
export interface StackSource {
  cluster: TemporaryCluster['address']
  /** The database of a portal with the shop and the regions of the sample community. */
  community: string
  /** The data folder of that portal: its key and the operator's token. */
  communityFolder: string
  /** Where the payment emulators store their keys: creating them takes longer than all else they do. */
  keyFolder: string
}

const variable = 'CLUTCH_STACK_SOURCE'

/** In a worker: what `prepareStacks` made. */
export function readStackSource(): StackSource {
  return JSON.parse(process.env[variable] ?? '') as StackSource
}

/**
 * Playwright's global set-up: one PostgreSQL for all workers, and in it a database that was filled through the operator's calls once.
 * Those calls take longer than anything else of a stack that copies it.
 */
export default async function prepareStacks(): Promise<() => Promise<void>> {
  const cluster = await startTemporaryCluster()
  const folder = await mkdtemp(join(tmpdir(), 'clutch-community-'))
  const stop = async () => {
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
  try {
    const source: StackSource = {
      cluster: cluster.address,
      community: await createCommunity(cluster.address, join(folder, 'data')),
      communityFolder: join(folder, 'data'),
      keyFolder: join(folder, 'keys'),
    }
    const payments = await startPaymentsEmulator({ keyFolder: source.keyFolder })
    await payments.stop()
    process.env[variable] = JSON.stringify(source)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the name of the filled database, which has no open connections. */
async function createCommunity(cluster: TemporaryCluster['address'], dataFolder: string): Promise<string> {
  const { url, address } = await copyDatabase(cluster)
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    CLUTCH_DATA_DIR: dataFolder,
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_ROLES: 'web',
    DATABASE_URL: url,
  })
  const portal = await startPortal({ config, log: pino({ level: 'silent' }), page: false })
  try {
    const call = createOperatorCall(portal.url, join(dataFolder, 'operator.token'))
    const notes: string[] = []
    const marks = { names: () => notes, add: (name: string) => notes.push(name) }
    await seedStore(call, marks)
    await seedRentals(call, marks)
  } finally {
    await portal.stop()
  }
  return address.database
}
