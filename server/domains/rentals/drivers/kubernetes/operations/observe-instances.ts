import type { Machine, ObservedInstance } from '../../driver.ts'
import type { V1Pod } from '@kubernetes/client-node'
import { isExpired } from '../api/cluster-errors.ts'
import { toObservedInstance } from '../objects/observed-instance.ts'
import type { Cluster, ClusterTarget, CommonOptions } from '../cluster-target.ts'
import { getObjectName, getSelector, hostLabel, mayBeOnHost, readLabels } from '../objects/instance-labels.ts'
import { findRecord, toRecord } from '../objects/instance-record.ts'
import { getRun } from '../objects/pod-state.ts'
import { findPod } from '../objects/pods.ts'
import { countRoom, findNode, isNodeLost, listNodes } from '../nodes.ts'

/** Implements `FleetDriver.observe`. What is on a lost node counts as stopped. */
export async function observeInstance(target: ClusterTarget): Promise<ObservedInstance | null> {
  const record = await findRecord(target)
  if (!record || record.content.isRetained) return null
  const { client } = target.cluster
  const run = getRun(await findPod(client, getObjectName(target.instance)))
  const { node } = record.content
  const isLost = run !== '' && node !== null && isNodeLost(await findNode(client, node), target.now())
  return toObservedInstance(target.instance, record, isLost ? '' : run)
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
  return countRoom(nodes, pods, cluster.host.classes)
}

async function listGamePods({ client, host }: Cluster, owner: string): Promise<V1Pod[]> {
  const at = { namespace: client.namespace, labelSelector: getSelector(owner, 'game'), limit: 500 }
  const pods = await listPages(client, (_continue) =>
    client.core.listNamespacedPod({ ...at, ...(_continue && { _continue }) }),
  )
  return pods.filter(({ metadata }) => mayBeOnHost(metadata, host.name))
}

/** Implements `FleetDriver.list`: three lists of the API. */
export async function listInstances(
  cluster: Cluster,
  { owner, now }: Pick<CommonOptions, 'owner' | 'now'>,
): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
  const { client } = cluster
  const at = { namespace: client.namespace, labelSelector: getSelector(owner, 'record'), limit: 500 }
  // Pods first: one that is created meanwhile has a record already.
  const pods = await listGamePods(cluster, owner)
  const records = await listPages(client, (_continue) =>
    client.core.listNamespacedConfigMap({ ...at, ...(_continue && { _continue }) }),
  )
  const nodes = new Map((await listNodes(cluster)).map((node) => [node.metadata?.name ?? '', node]))
  const runs = new Map(pods.map((pod) => [pod.metadata?.name ?? '', getRun(pod)]))
  const instances = records.flatMap((configMap) => {
    const instance = readLabels(configMap.metadata ?? {})
    const record = toRecord(configMap)
    if (!instance || record.content.isRetained || !mayBeOnHost(configMap.metadata, cluster.host.name))
      return []
    const { node } = record.content
    const isLost = node !== null && isNodeLost(nodes.get(node), now())
    return [toObservedInstance(instance, record, isLost ? '' : (runs.get(getObjectName(instance)) ?? ''))]
  })
  return { instances, complete: true }
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
