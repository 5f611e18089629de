import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerLabel, readLabels } from '../../drivers/kubernetes/objects/instance-labels.ts'
import { startTestCluster } from '../../drivers/kubernetes/testing/kubernetes-cluster.ts'
import {
  agonesSettings,
  buildKubernetesEnvironment,
} from '../../drivers/kubernetes/testing/kubernetes-config.ts'
import { findGames, listLeftovers } from '../../drivers/kubernetes/testing/kubernetes-driver-fixture.ts'
import { type TestPlatform, reservePortRange } from './test-platform.ts'

/** GameServers of an emulated Agones. */
export function createAgonesPlatform(): Promise<TestPlatform> {
  return createKubernetesPlatform({ agones: true })
}

/** Pods on two nodes of an emulated cluster, with simulated games without players. */
export async function createKubernetesPlatform({ agones = false } = {}): Promise<TestPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clutch-kubernetes-data-'))
  const cluster = await startTestCluster({ nodes: ['node-1', 'node-2'], agones })
  const { core, namespace } = cluster
  const settings = {
    regions: ['ap-shanghai', 'ap-tokyo'],
    ports: await reservePortRange(),
    ...(agones && agonesSettings),
  }
  return {
    environment: { ...buildKubernetesEnvironment(cluster, settings), CLUTCH_DATA_DIR: dataDir },
    lookEveryMs: 200,
    games: async (owner) => {
      const labelSelector = `${ownerLabel}=${owner},clutch.part=record`
      const { items } = await core.listNamespacedConfigMap({ namespace, labelSelector })
      return items.flatMap(({ metadata }) => {
        const instance = readLabels(metadata ?? {})
        if (!instance) return []
        const { rentalId, generation } = instance
        const pids = findGames({ ...instance, hostName: '' })
        return pids.map((pid) => ({ rentalId, generation, run: String(pid) }))
      })
    },
    leftovers: (owner) => listLeftovers(cluster, owner),
    canDrain: false,
    close: async () => {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
