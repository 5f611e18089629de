import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import type { Fault } from '@clutch/emulators/kubernetes/index.ts'
import { expect, vi } from 'vitest'
import { agentPart, partLabel } from '../objects/instance-labels.ts'
import { agentCommand, agentDataFolder } from '../objects/pod-spec.ts'

const repository = join(import.meta.dirname, '../../../../../..')
export const gameImage = 'game:1'
export const agentImage = 'portal:1'
export const dataDir = '/var/lib/clutch/instances'

/** A cluster for tests: its nodes are folders and processes of this machine. */
export interface TestCluster {
  /** The file for the setting. */
  kubeconfig: string
  namespace: string
  core: CoreV1Api
  /** The root folder of a node's disk. */
  root: (node: string) => string
  nodes: readonly string[]
  setFaults: (faults: readonly Fault[]) => Promise<void>
  /** Whether a node gives signs of life. */
  setReady: (node: string, isReady: boolean) => Promise<void>
  /** A kubeconfig for another address. */
  writeKubeconfig: (url: string) => Promise<string>
  stop: () => Promise<void>
}

/** How a real API server is reached. */
export interface RealCluster {
  url: string
  /** Of an account that may do everything, and of the portal's. */
  token: string
  portalToken: string
  ca: string
}

/** Starts the emulator with its nodes, or its nodes for a real API server. */
export async function startTestCluster({
  nodes = ['node-1'],
  real,
  namespace = 'clutch-games',
}: { nodes?: readonly string[]; real?: RealCluster; namespace?: string } = {}): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-kubernetes-'))
  const root = (node: string) => join(folder, node)
  const images = { [gameImage]: {}, [agentImage]: { '/clutch': repository } }
  const config = join(folder, 'emulator.json')
  const options = nodes.map((nodeName) => ({
    nodeName,
    root: root(nodeName),
    images,
    labels: { 'clutch.pool': 'games' },
  }))
  await writeFile(config, JSON.stringify({ nodes: options, ...(real && { join: real }) }), { mode: 0o600 })
  const program = join(repository, 'emulators/kubernetes/main.ts')
  const child = fork(program, ['--config', config], { silent: true })
  child.stderr?.pipe(process.stderr)
  const url = await readUrl(child)
  const kube = buildKubeConfig(url, real, real?.token)
  const writeKubeconfig = async (of: string) => {
    const path = join(folder, `kubeconfig-${crypto.randomUUID()}`)
    await writeFile(path, buildKubeConfig(of, real, real?.portalToken).exportConfig(), { mode: 0o600 })
    return path
  }
  const kubeconfig = await writeKubeconfig(url)
  const core = kube.makeApiClient(CoreV1Api)
  for (const node of nodes) {
    await createAgent(core, namespace, node)
    await waitUntilUsable(core, namespace, node)
  }
  return {
    kubeconfig,
    namespace,
    core,
    root,
    nodes,
    setFaults: async (faults) => {
      await fetch(`${url}/emulator/faults`, { method: 'POST', body: JSON.stringify(faults) })
    },
    // The node's own reports change the same object.
    setReady: (node, isReady) => vi.waitFor(() => setReady(core, node, isReady), 10_000),
    writeKubeconfig,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readUrl(child: ChildProcess): Promise<string> {
  const [message]: unknown[] = await once(child, 'message')
  return (message as { url: string }).url
}

function buildKubeConfig(url: string, real: RealCluster | undefined, token: string | undefined): KubeConfig {
  const kube = new KubeConfig()
  const cluster = {
    name: 'test',
    server: url,
    skipTLSVerify: !real,
    ...(real && { caData: Buffer.from(real.ca).toString('base64') }),
  }
  kube.loadFromClusterAndUser(cluster, { name: 'test', ...(token !== undefined && { token }) })
  return kube
}

/** A real cluster marks a new node until it is seen to be ready. */
async function waitUntilUsable(core: CoreV1Api, namespace: string, name: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { spec } = await core.readNode({ name })
      const { status } = await core.readNamespacedPod({ name: `agent-${name}`, namespace })
      expect([spec?.taints ?? [], status?.phase]).toEqual([[], 'Running'])
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function setReady(core: CoreV1Api, name: string, isReady: boolean): Promise<void> {
  const found = await core.readNode({ name })
  found.metadata = Object.assign(found.metadata ?? {}, {
    annotations: isReady ? {} : { 'emulator/silent': '' },
  })
  const marked = await core.replaceNode({ name, body: found })
  const status = isReady ? 'True' : 'Unknown'
  const ready = { type: 'Ready', status, lastTransitionTime: new Date(), reason: 'NodeStatusUnknown' }
  marked.status = Object.assign(marked.status ?? {}, { conditions: [ready] })
  await core.replaceNodeStatus({ name, body: marked })
}

/** The pod that `deploy/kubernetes/node-agent.yaml` puts on each node. */
async function createAgent(core: CoreV1Api, namespace: string, node: string): Promise<void> {
  const body = {
    metadata: { name: `agent-${node}`, labels: { [partLabel]: agentPart } },
    spec: {
      nodeName: node,
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      containers: [
        {
          name: 'agent',
          image: agentImage,
          command: [...agentCommand, 'wait'],
          volumeMounts: [
            { name: 'instances', mountPath: agentDataFolder },
            { name: 'installs', mountPath: '/srv/cs2', readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: 'instances', hostPath: { path: dataDir, type: 'DirectoryOrCreate' } },
        { name: 'installs', hostPath: { path: '/srv/cs2', type: 'DirectoryOrCreate' } },
      ],
    },
  }
  await core.createNamespacedPod({ namespace, body })
}
