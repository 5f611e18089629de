import { Readable, addAbortSignal } from 'node:stream'
import { z } from 'zod'
import { type ConfigFiles, type VisitGameFile } from '../../driver.ts'
import { callAgent, listAgents, streamFromAgent } from '../agent/call-agent.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import type { InstanceRecord } from '../objects/instance-record.ts'
import { agentDataFolder, getDataName } from '../objects/pod-spec.ts'
import { findNode } from '../nodes.ts'

const listSchema = z.array(z.object({ name: z.string(), size: z.number(), changedAt: z.number() }))

function getHome(target: ClusterTarget): string {
  return `${agentDataFolder}/${getDataName(target)}`
}

/** Writes files for a game that runs; the next start has them from the secret. */
export async function writeOnNode(
  target: ClusterTarget,
  { content: { node } }: InstanceRecord,
  files: ConfigFiles,
  revision: string,
): Promise<void> {
  const { user, cluster } = target
  if (node === null) return
  const words = ['write', getHome(target), `${user.uid}:${user.gid}`, revision] as const
  await callAgent(cluster.client, node, words, JSON.stringify(files))
}

/** Null: there is none, or the instance was never placed. Throws FileRefused. */
export async function readOnNode(
  target: ClusterTarget,
  { content: { node } }: InstanceRecord,
  path: string,
  maxBytes: number,
): Promise<string | null> {
  if (node === null) return null
  const words = ['read', getHome(target), path, String(maxBytes)] as const
  return z
    .string()
    .nullable()
    .parse(await callAgent(target.cluster.client, node, words))
}

export async function visitOnNode(
  target: ClusterTarget,
  { content: { node } }: InstanceRecord,
  { folder, visit, signal }: { folder: string; visit: VisitGameFile; signal: AbortSignal },
): Promise<void> {
  if (node === null) return
  const { client } = target.cluster
  const home = getHome(target)
  const files = listSchema.parse(await callAgent(client, node, ['list', home, folder]))
  for (const { name, size, changedAt } of files) {
    signal.throwIfAborted()
    const send = () => streamFromAgent(client, node, ['cat', home, folder, name, String(size)])
    const read = () => addAbortSignal(signal, Readable.from(readLater(send), { objectMode: false }))
    await visit({ name, size, changedAt: new Date(changedAt) }, read)
  }
}

/** Starts a stream when its first bytes are wanted. */
async function* readLater(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  yield* (await open()) as AsyncIterable<Buffer>
}

export async function deleteOnNode(
  target: ClusterTarget,
  { content: { node } }: InstanceRecord,
  path: string,
): Promise<void> {
  if (node !== null) await callAgent(target.cluster.client, node, ['delete', getHome(target), path])
}

/** Deletes the data of an instance. That of a node that no longer exists is gone; where the node is not known, each one is asked. */
export async function dropData(target: ClusterTarget, node: string | null): Promise<void> {
  const { client } = target.cluster
  if (node !== null && !(await findNode(client, node))) return
  const nodes = node === null ? [...(await listAgents(client)).keys()] : [node]
  for (const one of nodes) await callAgent(client, one, ['drop', getHome(target)])
}
