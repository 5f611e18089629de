import { isIP } from 'node:net'
import { type ClassNeeds, systemMemoryMb } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { V1Node, V1Pod } from '@kubernetes/client-node'
import type { Machine } from '../driver.ts'
import type { ClusterClient } from './api/cluster-client.ts'
import type { Cluster } from './cluster-target.ts'
import { taintKey } from './objects/pod-spec.ts'

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

/** Whether a node gives signs of life. */
export function isReady({ status }: V1Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}

/** Whether what runs on a node is given up: it does not exist any more, or has been silent for five minutes. */
export function isNodeLost(node: V1Node | null | undefined, nowMs: number): boolean {
  if (!node) return true
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')
  if (!ready || ready.status === 'True') return false
  return nowMs - new Date(ready.lastTransitionTime ?? nowMs).getTime() >= nodeLostMs
}

/** On a node: what players connect to, where the cluster knows another address than they reach. */
export const publicAddressAnnotation = 'clutch.public-address'

/** Where the portal queries the games of a node, and what players connect to; IPv4 before IPv6 of the same kind. */
export function getNodeAddresses(
  { metadata, status }: V1Node,
  asksPublicly: boolean,
): { host: string; publicHost: string } {
  const addresses = status?.addresses ?? []
  const find = (...types: string[]) => {
    const found = types
      .map((type) => addresses.filter((one) => one.type === type))
      .find((some) => some.length > 0)
    return (found?.find(({ address }) => isIP(address) !== 6) ?? found?.at(0))?.address ?? ''
  }
  const publicHost =
    metadata?.annotations?.[publicAddressAnnotation] || find('ExternalIP', 'ExternalDNS', 'InternalIP')
  return { host: asksPublicly ? publicHost : find('InternalIP', 'ExternalIP'), publicHost }
}

/** Memory and cores that pods of the system and the portal's own agents take from each node. */
const nodeSystem: Machine = { memoryMb: systemMemoryMb, cpus: 0.25 }

/**
 * Returns what rented servers may take in a cluster: of each node that takes pods, as many whole servers as fit beside what is reserved for others, and of the others
 * what runs there, which is counted as used. The memory that placement leaves to the system of a host is added, as it is taken off here
 * for each node.
 */
export function countRoom(
  nodes: readonly V1Node[],
  games: readonly V1Pod[],
  { host: { classes }, reserve }: Pick<Cluster, 'host' | 'reserve'>,
): Machine {
  const needs = Object.values(classes).filter(({ isServed }) => isServed)
  const taking = nodes.filter(takesGames)
  const names = new Set(taking.map(({ metadata }) => metadata?.name))
  const parts = [
    ...taking.map((node) => countNodeRoom(node, needs, reserve)),
    ...games.filter(({ spec }) => spec?.nodeName && !names.has(spec.nodeName)).map(readRequests),
  ]
  const sum = (of: (part: Machine) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    memoryMb: Math.floor(sum(({ memoryMb }) => memoryMb)) + systemMemoryMb,
    cpus: Math.round(sum(({ cpus }) => cpus) * 1_000) / 1_000,
  }
}

/** Whether the scheduler starts games there: the node is ready, not cordoned, and only for games if it has a taint. */
function takesGames(node: V1Node): boolean {
  const { spec } = node
  const keepsAway = (spec?.taints ?? []).some(
    ({ key, effect }) => key !== taintKey && effect !== 'PreferNoSchedule',
  )
  return isReady(node) && spec?.unschedulable !== true && !keepsAway
}

/** A server needs one node: what is left over on each serves none. With two classes the one that uses more of the node counts. */
function countNodeRoom({ status }: V1Node, needs: readonly ClassNeeds[], reserve: Machine): Machine {
  const has = (resource: string) => parseQuantity(status?.allocatable?.[resource] ?? '0')
  const free = {
    memoryMb: Math.max(0, has('memory') / 2 ** 20 - nodeSystem.memoryMb - reserve.memoryMb),
    cpus: Math.max(0, has('cpu') - nodeSystem.cpus - reserve.cpus),
  }
  const used = needs.map(({ memoryMb, cpus }) => {
    // Parts of cores are no exact numbers.
    const fits = (whole: number, part: number) => (part === 0 ? Infinity : Math.floor(whole / part + 1e-6))
    const places = Math.min(fits(free.memoryMb, memoryMb), fits(free.cpus, cpus))
    return {
      memoryMb: memoryMb === 0 ? free.memoryMb : places * memoryMb,
      cpus: cpus === 0 ? free.cpus : places * cpus,
    }
  })
  return {
    memoryMb: Math.max(0, ...used.map(({ memoryMb }) => memoryMb)),
    cpus: Math.max(0, ...used.map(({ cpus }) => cpus)),
  }
}

/** What a pod reserves on its node while it runs. */
function readRequests({ spec }: V1Pod): Machine {
  const sidecars = spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always') ?? []
  const sum = (resource: string) =>
    [...(spec?.containers ?? []), ...sidecars]
      .map(({ resources }) => parseQuantity(resources?.requests?.[resource] ?? '0'))
      .reduce((total, amount) => total + amount, 0)
  return { memoryMb: sum('memory') / 2 ** 20, cpus: sum('cpu') }
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
