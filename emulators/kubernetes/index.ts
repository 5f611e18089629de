import { fileURLToPath } from 'node:url'
import { ApiServer } from './api/api-server.ts'
import { type ApiAccess, ApiClient } from './kubelet/api-client.ts'
import { Kubelet } from './kubelet/kubelet.ts'
import type { KubeletOptions } from './kubelet/pod-types.ts'

const sdkImage = 'agones-sdk:emulated'
const sdkProgram = fileURLToPath(new URL('agones/sdk-server.program.ts', import.meta.url))

export type { Fault } from './api/faults.ts'

export interface KubernetesEmulatorOptions {
  /** 0: any. */
  port: number
  nodes: readonly KubeletOptions[]
  /** Whether Agones is installed in the emulated cluster. */
  agones?: boolean
  /** The nodes join this cluster, and no API server is emulated. */
  join?: ApiAccess
}

export interface KubernetesEmulator {
  url: string
  close: () => Promise<void>
}

/** Starts a cluster with its nodes, or nodes that join a real one. */
export async function startKubernetesEmulator({
  port,
  nodes,
  agones = false,
  join,
}: KubernetesEmulatorOptions): Promise<KubernetesEmulator> {
  const api = join ? null : new ApiServer(agones ? sdkImage : undefined)
  const url = join?.url ?? (await api?.listen(port)) ?? ''
  const sdk = {
    image: sdkImage,
    command: [process.execPath, sdkProgram],
    environment: { CLUTCH_EMULATED_API: url },
  }
  const options = nodes.map((node) => (join || !agones ? node : { ...node, sdk }))
  const kubelets = options.map((node) => new Kubelet(new ApiClient(join ?? { url }), node))
  for (const kubelet of kubelets) await kubelet.start()
  return {
    url,
    close: async () => {
      await Promise.all(kubelets.map((kubelet) => kubelet.close()))
      api?.close()
    },
  }
}
