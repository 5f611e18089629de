import type { Readable } from 'node:stream'
import { z } from 'zod'
import { FileRefused, HostUnreachable } from '../../driver.ts'
import type { V1Pod } from '@kubernetes/client-node'
import { execCommand, streamCommand } from '../api/exec-command.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { agentPart, partLabel } from '../objects/instance-labels.ts'
import { agentCommand, agentDataFolder } from '../objects/pod-spec.ts'
import type { AgentCommand } from './agent-commands.ts'

const agentContainer = 'agent'

/** The cluster of an agent, and the folder of the node whose instances it works with. */
export type AgentTarget = Pick<ClusterTarget, 'cluster' | 'dataDir'>

const answerSchema = z.union([z.object({ answer: z.unknown() }), z.object({ refused: z.string() })])

/** Runs a command of the agent on a node. Throws FileRefused, and HostUnreachable if there is no agent or it fails. */
export async function callAgent(
  target: AgentTarget,
  node: string,
  words: readonly [AgentCommand, ...string[]],
  input?: string,
): Promise<unknown> {
  const framed = input === undefined ? undefined : Buffer.from(`${Buffer.byteLength(input)}\n${input}`)
  const { client } = target.cluster
  const pod = await findAgent(target, node)
  const command = [...agentCommand, ...words]
  const printed = await execCommand(client, {
    pod,
    container: agentContainer,
    command,
    ...(framed && { input: framed }),
  })
  const read = answerSchema.safeParse(JSON.parse(printed.toString('utf8') || '{}')).data
  if (!read) throw new HostUnreachable(`the agent of ${node} gave no answer`)
  if ('refused' in read) throw new FileRefused(read.refused)
  return read.answer
}

/** Streams what the agent prints as it is. */
export async function streamFromAgent(
  target: AgentTarget,
  node: string,
  words: readonly [AgentCommand, ...string[]],
): Promise<Readable> {
  const pod = await findAgent(target, node)
  return streamCommand(target.cluster.client, {
    pod,
    container: agentContainer,
    command: [...agentCommand, ...words],
  })
}

/** The agent that runs on a node; of those of several portals the one that has the folder of this one. */
async function findAgent({ cluster: { client }, dataDir }: AgentTarget, node: string): Promise<string> {
  const { items } = await client.call(() =>
    client.core.listNamespacedPod({
      namespace: client.namespace,
      labelSelector: `${partLabel}=${agentPart}`,
      fieldSelector: `spec.nodeName=${node}`,
    }),
  )
  const running = items.filter(
    ({ metadata, status }) => status?.phase === 'Running' && !metadata?.deletionTimestamp,
  )
  const has = (folder: string | undefined) => running.find((pod) => getDataFolder(pod) === folder)
  // One whose folder is another kind of volume may be any.
  const found = has(dataDir.replace(/\/+$/, '')) ?? has(undefined)
  if (found?.metadata?.name) return found.metadata.name
  const others = running.length > 0 ? ` with ${dataDir}` : ''
  throw new HostUnreachable(`${client.name}: no agent${others} runs on ${node}`)
}

/** The folder of its node that an agent finds instances in. */
function getDataFolder({ spec }: V1Pod): string | undefined {
  const mounts = spec?.containers.find(({ name }) => name === agentContainer)?.volumeMounts ?? []
  const mount = mounts.find(({ mountPath }) => mountPath === agentDataFolder)
  return spec?.volumes?.find(({ name }) => name === mount?.name)?.hostPath?.path.replace(/\/+$/, '')
}
