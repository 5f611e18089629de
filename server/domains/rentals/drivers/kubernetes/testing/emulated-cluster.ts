import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { startKubernetesEmulator } from '@clutch/emulators/kubernetes/index.ts'
import { agonesSettings, buildKubernetesEnvironment } from './kubernetes-config.ts'
import { buildAgentPod, buildTestNode } from './test-node.ts'

const node = 'node-1'
const namespace = 'clutch-games'

/** Starts a cluster of one node within this process, and returns the settings of a portal for it. `folder` holds its disk. */
export async function startEmulatedCluster(
  folder: string,
  { agones, ports }: { agones: boolean; ports: string },
): Promise<{ environment: NodeJS.ProcessEnv; close: () => Promise<void> }> {
  const nodes = [buildTestNode(node, join(folder, node))]
  const { url, close } = await startKubernetesEmulator({ port: 0, nodes, agones })
  const kube = new KubeConfig()
  kube.loadFromClusterAndUser({ name: 'emulated', server: url, skipTLSVerify: true }, { name: 'emulated' })
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, kube.exportConfig(), { mode: 0o600 })
  const core = kube.makeApiClient(CoreV1Api)
  const body = buildAgentPod(node)
  await core.createNamespacedPod({ namespace, body })
  const { name } = body.metadata
  while ((await core.readNamespacedPod({ namespace, name })).status?.phase !== 'Running') await delay(50)
  const settings = { ports, ...(agones && agonesSettings) }
  return { environment: buildKubernetesEnvironment({ kubeconfig, namespace }, settings), close }
}
