import { Readable, addAbortSignal } from 'node:stream'
import { z } from 'zod'
import { type ConfigFiles, HostUnreachable, type VisitGameFile } from '../../driver.ts'
import { callAgent, streamFromAgent } from '../agent/call-agent.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import type { InstanceRecord } from '../objects/instance-record.ts'
import { agentDataFolder, getDataName } from '../objects/pod-spec.ts'
import { findNode, isReady, listNodes } from '../nodes.ts'

/** How many agents are called at once. */
const dropConcurrency = 8

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
  const { user } = target
  if (node === null) return
  const words = ['write', getHome(target), `${user.uid}:${user.gid}`, revision] as const
  await callAgent(target, node, words, JSON.stringify(files))
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
    .parse(await callAgent(target, node, words))
}

export async function visitOnNode(
  target: ClusterTarget,
  { content: { node } }: InstanceRecord,
  { folder, visit, signal }: { folder: string; visit: VisitGameFile; signal: AbortSignal },
): Promise<void> {
  if (node === null) return
  const home = getHome(target)
  const files = listSchema.parse(await callAgent(target, node, ['list', home, folder]))
  for (const { name, size, changedAt } of files) {
    signal.throwIfAborted()
    const send = () => streamFromAgent(target, node, ['cat', home, folder, name, String(size)])
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
  if (node !== null) await callAgent(target, node, ['delete', getHome(target), path])
}

/** Deletes the data of an instance on its node. That of a node that no longer exists is gone. */
export async function dropData(target: ClusterTarget, node: string): Promise<void> {
  if (await findNode(target.cluster.client, node)) await callAgent(target, node, ['drop', getHome(target)])
}

/**
 * Deletes the data of an instance that was never recorded on a node, on each that is ready. What is left of it on another one, or where
 * the agent fails, is logged: no node that is down keeps a rental from a server elsewhere.
 */
export async function dropDataAnywhere(target: ClusterTarget): Promise<void> {
  const nodes = (await listNodes(target.cluster)).filter(isReady).map(({ metadata }) => metadata?.name ?? '')
  for (let at = 0; at < nodes.length; at += dropConcurrency)
    await Promise.all(
      nodes.slice(at, at + dropConcurrency).map(async (node) => {
        try {
          await callAgent(target, node, ['drop', getHome(target)])
        } catch (error) {
          if (!(error instanceof HostUnreachable)) throw error
          target.log.warn({ err: error, node, folder: getDataName(target) }, 'data may be left on a node')
        }
      }),
    )
}
