import { isIP } from 'node:net'
import type { V1Pod } from '@kubernetes/client-node'
import { isPrivateAddress } from '../../../../../platform/network/private-address.ts'
import {
  HostFull,
  HostUnreachable,
  type InstanceSpec,
  type ObservedInstance,
  PortInUse,
} from '../../driver.ts'
import { toObservedInstance } from '../objects/observed-instance.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { assertInsideFolder, saveFiles } from '../objects/game-files.ts'
import { getObjectName } from '../objects/instance-labels.ts'
import { type InstanceRecord, changeRecord, ensureRecord } from '../objects/instance-record.ts'
import { NodeWithoutInstall, getRun, getStartFault, hasEnded, hasStarted } from '../objects/pod-state.ts'
import { awaitPod, createGamePod, deleteGamePod } from '../agones/game-pods.ts'
import { findPod } from '../objects/pods.ts'
import { endGame, eraseInstance } from './end-instance.ts'
import { findNode, getNodeAddresses, isNodeLost, publicAddressAnnotation } from '../nodes.ts'
import { writeOnNode } from './instance-data.ts'

/** A node that was found without the game gets no new server for so long. */
const installRetryMs = 2 * 60_000

/** Implements `FleetDriver.ensure`: the record, the files, and a pod that runs. */
export async function ensureInstance(
  target: ClusterTarget,
  { port, files }: Pick<InstanceSpec, 'port' | 'files'>,
): Promise<ObservedInstance> {
  assertInsideFolder(files)
  const { record, isNew } = await ensureRecord(target, port)
  try {
    return await startInstance(target, record, { port, files })
  } catch (error) {
    if (error instanceof PortInUse || error instanceof HostFull) await removeUnstarted(target, record, isNew)
    throw error
  }
}

async function startInstance(
  target: ClusterTarget,
  before: InstanceRecord,
  { port, files }: Pick<InstanceSpec, 'port' | 'files'>,
): Promise<ObservedInstance> {
  const { client } = target.cluster
  const record =
    before.content.isRetained || before.content.port !== port
      ? await changeRecord(target, (content) => ({ ...content, port, isRetained: false, isLeft: false }))
      : before
  const revision = await saveFiles(target, record, files, { keep: false })
  const found = await findPod(client, getObjectName(target.instance))
  if (found && getRun(found) !== '') {
    // A portal that was killed after the start has not noted where.
    const placed = await notePlace(target, record, found)
    await writeOnNode(target, placed, files, revision)
    return toObservedInstance(target.instance, placed, getRun(found))
  }
  return startPod(target, record)
}

/** Creates the pod of an instance where none runs, waits until it does, and notes where. Throws PortInUse, HostFull and HostUnreachable. */
export async function startPod(target: ClusterTarget, record: InstanceRecord): Promise<ObservedInstance> {
  const { cluster, instance, now } = target
  const { client } = cluster
  const name = getObjectName(instance)
  const { node } = record.content
  const isLost = node !== null && isNodeLost(await findNode(client, node), now())
  if (isLost) throw new HostFull(`${client.name}: the node ${node} is lost`)
  const old = await findPod(client, name)
  if (old && (hasEnded(old) || old.metadata?.deletionTimestamp))
    await deleteGamePod(client, old, { graceMs: 0, isLost: false })
  const pod = await createPodSomewhere(target, record)
  const placed = await notePlace(target, record, pod)
  return toObservedInstance(instance, placed, getRun(pod))
}

/** Creates the pod until it is on a node that has the game; a new instance is tried on each node once at most. */
async function createPodSomewhere(target: ClusterTarget, record: InstanceRecord): Promise<V1Pod> {
  const { cluster, log, now } = target
  const { node } = record.content
  for (;;)
    try {
      await createGamePod(target, record, node)
      return await awaitStart(target)
    } catch (error) {
      if (!(error instanceof NodeWithoutInstall) || node !== null) throw error
      log.warn({ hostName: cluster.host.name, node: error.node }, 'a node without the game got a server')
      cluster.nodesWithoutInstall.set(error.node, now() + installRetryMs)
      await endGame(target, 0)
    }
}

function awaitStart(target: ClusterTarget): Promise<V1Pod> {
  const { client } = target.cluster
  const name = getObjectName(target.instance)
  return client.poll(client.timeouts.podMs, `the start of ${name}`, async () => {
    const seen = await findPod(client, name)
    if (!seen) return awaitPod(target)
    const fault = getStartFault(seen, client.name)
    if (fault) throw fault
    return hasStarted(seen) ? seen : null
  })
}

/** Notes the node of a pod, where the data of the instance is from now on, and its present addresses. */
async function notePlace(target: ClusterTarget, record: InstanceRecord, pod: V1Pod): Promise<InstanceRecord> {
  const { client, asksPublicly } = target.cluster
  const node = pod.spec?.nodeName ?? ''
  const found = await findNode(client, node)
  if (!found) throw new HostUnreachable(`${client.name}: the node ${node} was removed`)
  const { host, publicHost } = getNodeAddresses(found, asksPublicly)
  warnOfPrivateAddress(target, node, publicHost)
  const known = record.content
  if (known.node === node && known.host === host && known.publicHost === publicHost) return record
  return changeRecord(target, (content) => ({ ...content, node, host, publicHost }))
}

/** Players of the internet do not reach it; that is right only in a network of their own. */
function warnOfPrivateAddress({ cluster, log }: ClusterTarget, node: string, publicHost: string): void {
  if (isIP(publicHost) === 0 || !isPrivateAddress(publicHost) || cluster.warnedNodes.has(node)) return
  cluster.warnedNodes.add(node)
  log.warn(
    { hostName: cluster.host.name, node, publicHost },
    `players get an address that is not public: annotate the node with ${publicAddressAnnotation}`,
  )
}

/** After PortInUse and HostFull no pod remains; nothing at all of an instance that was new. */
async function removeUnstarted(target: ClusterTarget, record: InstanceRecord, isNew: boolean): Promise<void> {
  const { client } = target.cluster
  const name = getObjectName(target.instance)
  // Another portal's call has started it meanwhile.
  if (getRun(await findPod(client, name)) !== '') return
  const node = await endGame(target, 0)
  // A pod that was on no node has no data.
  if (isNew) await eraseInstance(target, record, node)
}
