import type { V1Node } from '@kubernetes/client-node'
import type { Machine } from '../driver.ts'
import type { ClusterClient } from './api/cluster-client.ts'
import type { Cluster } from './cluster-target.ts'

/** As long as the portal waits for a silent host (R7), and Kubernetes itself before it evicts. */
const nodeLostMs = 5 * 60_000

export function findNode(client: ClusterClient, name: string): Promise<V1Node | null> {
  return client.find(() => client.core.readNode({ name }))
}

/** The nodes that games of a cluster run on. */
export async function listNodes({ client, nodes }: Cluster): Promise<V1Node[]> {
  const labelSelector = Object.entries(nodes)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
  const { items } = await client.call(() =>
    client.core.listNode(labelSelector === '' ? {} : { labelSelector }),
  )
  return items
}

/** Whether what runs on a node is given up: it does not exist any more, or has been silent for five minutes. */
export function isNodeLost(node: V1Node | null | undefined, nowMs: number): boolean {
  if (!node) return true
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')
  if (!ready || ready.status === 'True') return false
  return nowMs - new Date(ready.lastTransitionTime ?? nowMs).getTime() >= nodeLostMs
}

/** Where the portal queries the games of a node, and what players connect to. */
export function getNodeAddresses(node: V1Node, asksPublicly: boolean): { host: string; publicHost: string } {
  const addresses = node.status?.addresses ?? []
  const find = (...types: string[]) =>
    types.flatMap((type) => addresses.filter((one) => one.type === type)).at(0)?.address ?? ''
  const publicHost = find('ExternalIP', 'ExternalDNS', 'InternalIP')
  return { host: asksPublicly ? publicHost : find('InternalIP', 'ExternalIP'), publicHost }
}

/** What the nodes have together. A server that no single one has room for is refused by the scheduler. */
export function sumMachines(nodes: readonly V1Node[]): Machine {
  const sum = (resource: string) =>
    nodes
      .map(({ status }) => parseQuantity(status?.allocatable?.[resource] ?? '0'))
      .reduce((total, amount) => total + amount, 0)
  return { memoryMb: Math.floor(sum('memory') / 1024 / 1024), cpus: sum('cpu') }
}

const factors: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
}

/** Reads an amount as Kubernetes writes it, such as `16Gi` or `3900m`; 0 for any other text. */
function parseQuantity(text: string): number {
  const [, amount = '0', unit = ''] = /^([\d.]+)([a-zA-Z]*)$/.exec(text) ?? []
  return Number(amount) * (factors[unit] ?? 0)
}
