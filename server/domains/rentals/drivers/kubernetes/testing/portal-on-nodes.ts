import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api } from '@kubernetes/client-node'
import { pino } from 'pino'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { createEmptyDatabase } from '../../../../../testing/database.ts'
import { openDatabase } from '../../../../../platform/database/index.ts'
import { type NodeCluster, canStartNodes, startNodeCluster } from './node-cluster.ts'
import { putSteamcmd } from './node-games.ts'
import { buildImages, gameImage, portalImage, updateImage } from './node-images.ts'
import {
  buildValues,
  openDatabaseDoor,
  portalNamespace,
  prepareRelease,
  runAdmin,
  runHelm,
} from './portal-release.ts'

/** Whether nodes can be started here, and Helm was built, too. */
export function canInstallPortal(): boolean {
  const env = { ...process.env, PATH: peerPath }
  return canStartNodes() && spawnSync('helm', ['version'], { env }).status === 0
}

/** A portal that the chart installed on nodes with containers. */
export interface PortalOnNodes {
  cluster: NodeCluster
  core: CoreV1Api
  database: ReturnType<typeof openDatabase>
  /** Runs kubectl in the namespace of the portal and returns its output. Throws with its errors. */
  kubectl: (...words: string[]) => Promise<string>
  /** The address of the Service. */
  serviceAddress: () => Promise<string>
  close: () => Promise<void>
}

/** Starts nodes with these labels and installs the chart; waits until all pods are ready. */
export async function startPortalOnNodes(
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>,
  secretKey: string,
): Promise<PortalOnNodes> {
  const ends: (() => unknown)[] = []
  const close = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const archives = mkdtempSync(join(tmpdir(), 'clutch-images-'))
    ends.push(() => rmSync(archives, { recursive: true }))
    const cluster = await startNodeCluster(
      labels,
      buildImages([portalImage, gameImage, updateImage], archives),
    )
    ends.push(() => cluster.stop())
    for (const node of cluster.nodes) putSteamcmd(node, '100')
    const door = await openDatabaseDoor(cluster.gateway)
    ends.push(door.close)
    const { address, drop } = await createEmptyDatabase()
    const database = openDatabase(address, pino({ level: 'silent' }), 3)
    ends.push(drop, () => database.destroy())
    const url = `postgres://${address.user}@${cluster.gateway}:${door.port}/${address.database}`
    await prepareRelease(cluster, url, secretKey)
    await runHelm(cluster, ['install', 'clutch', '--wait', '--timeout', '15m'], buildValues())
    const core = cluster.config.makeApiClient(CoreV1Api)
    const kubectl = async (...words: string[]): Promise<string> => {
      const [code, output, errors] = await runAdmin(cluster, ['kubectl', '-n', portalNamespace, ...words])
      if (code !== 0) throw new Error(`kubectl ${words.join(' ')}: ${errors}`)
      return output
    }
    const serviceAddress = async () =>
      (await core.readNamespacedService({ name: 'clutch', namespace: portalNamespace })).spec?.clusterIP ?? ''
    return { cluster, core, database, kubectl, serviceAddress, close }
  } catch (error) {
    await close()
    throw error
  }
}
