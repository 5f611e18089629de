import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CoreV1Api, CustomObjectsApi, KubeConfig } from '@kubernetes/client-node'
import type { Fault } from '@clutch/emulators/kubernetes/index.ts'
import { expect, vi } from 'vitest'
import { buildAgentPod, buildTestNode } from './test-node.ts'

const repository = join(import.meta.dirname, '../../../../../..')

/** A cluster for tests: its nodes are folders and processes of this machine. */
export interface TestCluster {
  /** The file for the setting. */
  kubeconfig: string
  namespace: string
  core: CoreV1Api
  custom: CustomObjectsApi
  /** The root folder of a node's disk. */
  root: (node: string) => string
  nodes: readonly string[]
  setFaults: (faults: readonly Fault[]) => Promise<void>
  /** Whether the controllers of an emulated Agones see nothing. */
  setAgonesPaused: (isPaused: boolean) => Promise<void>
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
  agones = false,
  real,
  sdk,
  namespace = 'clutch-games',
}: {
  nodes?: readonly string[]
  /** Emulated. */
  agones?: boolean
  real?: RealCluster
  /** What runs for the SDK of a real Agones. */
  sdk?: object
  namespace?: string
} = {}): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-kubernetes-'))
  const root = (node: string) => join(folder, node)
  const options = nodes.map((node) => ({ ...buildTestNode(node, root(node)), ...(sdk && { sdk }) }))
  const { child, url } = await startEmulator(folder, {
    nodes: options,
    agones,
    ...(real && { join: real }),
  })
  const post = async (path: string, body: unknown) => {
    await fetch(`${url}/emulator/${path}`, { method: 'POST', body: JSON.stringify(body) })
  }
  const kube = buildKubeConfig(url, real, real?.token)
  const writeKubeconfig = async (of: string) => {
    const path = join(folder, `kubeconfig-${crypto.randomUUID()}`)
    await writeFile(path, buildKubeConfig(of, real, real?.portalToken).exportConfig(), { mode: 0o600 })
    return path
  }
  const kubeconfig = await writeKubeconfig(url)
  const core = kube.makeApiClient(CoreV1Api)
  for (const node of nodes) {
    await core.createNamespacedPod({ namespace, body: buildAgentPod(node) })
    await waitUntilUsable(core, namespace, node)
  }
  return {
    kubeconfig,
    namespace,
    core,
    custom: kube.makeApiClient(CustomObjectsApi),
    root,
    nodes,
    setFaults: (faults) => post('faults', faults),
    setAgonesPaused: (isPaused) => post('agones', { isPaused }),
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

async function startEmulator(folder: string, options: object): Promise<{ child: ChildProcess; url: string }> {
  const config = join(folder, 'emulator.json')
  await writeFile(config, JSON.stringify(options), { mode: 0o600 })
  const program = join(repository, 'emulators/kubernetes/main.ts')
  const child = fork(program, ['--config', config], { silent: true })
  child.stderr?.pipe(process.stderr)
  return { child, url: await readUrl(child) }
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
