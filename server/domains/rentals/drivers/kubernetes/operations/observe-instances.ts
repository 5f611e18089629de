import type { InstanceRef, Machine, ObservedInstance } from '../../driver.ts'
import type { V1Node, V1Pod } from '@kubernetes/client-node'
import { isExpired } from '../api/cluster-errors.ts'
import { toObservedInstance } from '../objects/observed-instance.ts'
import type { Cluster, ClusterTarget, CommonOptions } from '../cluster-target.ts'
import { getObjectName, getSelector, hostLabel, mayBeOnHost, readLabels } from '../objects/instance-labels.ts'
import { type InstanceRecord, findRecord, toRecord } from '../objects/instance-record.ts'
import { getRun } from '../objects/pod-state.ts'
import { findPod } from '../objects/pods.ts'
import { countRoom, findNode, getNodeAddresses, isNodeLost, isReady, listNodes } from '../nodes.ts'

/** Implements `FleetDriver.observe`. What is on a lost node counts as stopped. */
export async function observeInstance(target: ClusterTarget): Promise<ObservedInstance | null> {
  const record = await findRecord(target)
  if (!record || record.content.isRetained) return null
  const { client } = target.cluster
  const run = getRun(await findPod(client, getObjectName(target.instance)))
  const { node } = record.content
  const placed = run === '' || node === null ? null : await findNode(client, node)
  const isLost = run !== '' && node !== null && isNodeLost(placed, target.now())
  return toObservedInstance(target.instance, withAddress(record, placed, target.cluster), isLost ? '' : run)
}

/** Objects of a list that is read page by page. */
interface Page<Item> {
  items: Item[]
  metadata?: { _continue?: string }
}

/** Implements `FleetDriver.readMachine`. */
export async function readRoom(cluster: Cluster, owner: string): Promise<Machine> {
  const nodes = await listNodes(cluster)
  const own = new Set(nodes.map(({ metadata }) => metadata?.name))
  const pods = (await listGamePods(cluster, owner)).filter(
    ({ metadata, spec }) => metadata?.labels?.[hostLabel] !== undefined || own.has(spec?.nodeName),
  )
  return countRoom(nodes, pods, cluster)
}

async function listGamePods({ client, host }: Cluster, owner: string): Promise<V1Pod[]> {
  const at = { namespace: client.namespace, labelSelector: getSelector(owner, 'game'), limit: 500 }
  const pods = await listPages(client, (_continue) =>
    client.core.listNamespacedPod({ ...at, ...(_continue && { _continue }) }),
  )
  return pods.filter(({ metadata }) => mayBeOnHost(metadata, host.name))
}

/**
 * Implements `FleetDriver.list`: three lists of the API. `left` are instances that are gone but for data on a node, which is back or gone
 * itself.
 */
export async function listInstances(
  cluster: Cluster,
  { owner, now }: Pick<CommonOptions, 'owner' | 'now'>,
): Promise<{ instances: ObservedInstance[]; left: InstanceRef[] }> {
  const { client, host } = cluster
  const at = { namespace: client.namespace, labelSelector: getSelector(owner, 'record'), limit: 500 }
  // Pods first: one that is created meanwhile has a record already.
  const pods = await listGamePods(cluster, owner)
  const configMaps = await listPages(client, (_continue) =>
    client.core.listNamespacedConfigMap({ ...at, ...(_continue && { _continue }) }),
  )
  const records = configMaps.flatMap((configMap) => {
    const instance = readLabels(configMap.metadata ?? {})
    if (!instance || !mayBeOnHost(configMap.metadata, host.name)) return []
    return [{ instance, record: toRecord(configMap) }]
  })
  const nodes = await readNodes(
    cluster,
    records.map(({ record }) => record.content.node),
  )
  const runs = new Map(pods.map((pod) => [pod.metadata?.name ?? '', getRun(pod)]))
  const instances = records
    .filter(({ record }) => !record.content.isRetained)
    .map(({ instance, record }) => {
      const { node } = record.content
      const placed = node === null ? null : (nodes.get(node) ?? null)
      const isLost = node !== null && isNodeLost(placed, now())
      const run = isLost ? '' : (runs.get(getObjectName(instance)) ?? '')
      return toObservedInstance(instance, withAddress(record, placed, cluster), run)
    })
  const left = records.filter(({ record: { content } }) => {
    const node = content.node === null ? null : nodes.get(content.node)
    return content.isLeft && (!node || isReady(node))
  })
  return { instances, left: left.map(({ instance }) => ({ ...instance, hostName: host.name })) }
}

/** The nodes of a cluster, and those of its instances that have lost its label: what runs there runs on. */
async function readNodes(
  cluster: Cluster,
  wanted: readonly (string | null)[],
): Promise<ReadonlyMap<string, V1Node>> {
  const nodes = new Map((await listNodes(cluster)).map((node) => [node.metadata?.name ?? '', node]))
  const missing = new Set(wanted.filter((name) => name !== null && !nodes.has(name)))
  const found = await Promise.all([...missing].map((name) => findNode(cluster.client, name ?? '')))
  for (const node of found) if (node) nodes.set(node.metadata?.name ?? '', node)
  return nodes
}

/** The record with what its node is reached at now: a node may get another address while its games run. */
function withAddress(
  record: InstanceRecord,
  node: V1Node | null,
  { asksPublicly }: Pick<Cluster, 'asksPublicly'>,
): InstanceRecord {
  if (!node || record.content.host === '') return record
  const { host, publicHost } = getNodeAddresses(node, asksPublicly)
  if (host === '' || publicHost === '') return record
  return { ...record, content: { ...record.content, host, publicHost } }
}

/** Reads all pages; from the start where a page was asked for too late. */
async function listPages<Item>(
  client: Cluster['client'],
  read: (continued: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const readAll = async () => {
    const all: Item[] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const page: Page<Item> = await client.attempt(() => read(next || undefined))
      all.push(...page.items)
      next = page.metadata?._continue || undefined
    }
    return all
  }
  return client.call(() =>
    readAll().catch((error: unknown) => (isExpired(error) ? readAll() : Promise.reject(error as Error))),
  )
}
