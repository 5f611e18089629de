import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { CoreV1Api } from '@kubernetes/client-node'
import { vi } from 'vitest'
import type { NodeCluster } from './node-cluster.ts'
import { portalImage } from './node-images.ts'
import { runAdmin } from './portal-release.ts'

/** Listens on these ports until it is ended, and connects on demand: what tries the network of its pod. */
const listen = (ports: readonly number[]) =>
  `for (const port of ${JSON.stringify(ports)}) require('net').createServer().listen(port); setInterval(() => undefined, 1e6)`
const connectAll = `
  const { connect } = require('net')
  const tryOne = ([name, address]) => new Promise((resolve) => {
    const [host, port] = address.split(':')
    const socket = connect({ host, port: Number(port), timeout: 3_000 })
    const end = (isReached) => { socket.destroy(); resolve([name, isReached]) }
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false))
  })
  Promise.all(Object.entries(JSON.parse(process.argv[1])).map(tryOne)).then((all) => console.log(JSON.stringify(Object.fromEntries(all))))`

/** Starts a pod with these labels that listens on ports, and returns its address. */
export async function startProbe(
  { config }: NodeCluster,
  namespace: string,
  { name, labels = {}, ports = [] }: { name: string; labels?: Record<string, string>; ports?: number[] },
): Promise<string> {
  const core = config.makeApiClient(CoreV1Api)
  await core.createNamespacedPod({
    namespace,
    body: {
      metadata: { name, labels },
      spec: {
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 1,
        containers: [{ name: 'probe', image: portalImage, command: ['node', '-e', listen(ports)] }],
      },
    },
  })
  return vi.waitUntil(
    async () => {
      const { status } = await core.readNamespacedPod({ name, namespace })
      return status?.phase === 'Running' && status.podIP
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** Which of these addresses (`host:port`, by name) a container reaches by TCP. */
export async function findReached(
  cluster: NodeCluster,
  namespace: string,
  container: string,
  targets: Readonly<Record<string, string>>,
): Promise<Record<string, boolean>> {
  const words = [
    'kubectl',
    '-n',
    namespace,
    'exec',
    container,
    '--',
    'node',
    '-e',
    connectAll,
    JSON.stringify(targets),
  ]
  const [code, output, errors] = await runAdmin(cluster, words)
  if (code !== 0) throw new Error(errors)
  return JSON.parse(output) as Record<string, boolean>
}

/** Listens at an address of this machine; returns how it is closed. */
export async function listenAt(host: string, port: number): Promise<() => Promise<void>> {
  const server: Server = createServer((socket) => socket.on('error', () => undefined)).listen(port, host)
  await once(server, 'listening')
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
