import type { Readable } from 'node:stream'
import { z } from 'zod'
import { FileRefused, HostUnreachable } from '../../driver.ts'
import type { ClusterClient } from '../api/cluster-client.ts'
import { execCommand, streamCommand } from '../api/exec-command.ts'
import { agentPart, partLabel } from '../objects/instance-labels.ts'
import { agentCommand } from '../objects/pod-spec.ts'
import type { AgentCommand } from './agent-commands.ts'

const agentContainer = 'agent'

const answerSchema = z.union([z.object({ answer: z.unknown() }), z.object({ refused: z.string() })])

/** Runs a command of the agent on a node. Throws FileRefused, and HostUnreachable if there is no agent or it fails. */
export async function callAgent(
  client: ClusterClient,
  node: string,
  words: readonly [AgentCommand, ...string[]],
  input?: string,
): Promise<unknown> {
  const framed = input === undefined ? undefined : Buffer.from(`${Buffer.byteLength(input)}\n${input}`)
  const pod = await findAgent(client, node)
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
  client: ClusterClient,
  node: string,
  words: readonly [AgentCommand, ...string[]],
): Promise<Readable> {
  const pod = await findAgent(client, node)
  return streamCommand(client, { pod, container: agentContainer, command: [...agentCommand, ...words] })
}

/** The agents that run, by their nodes; of one node alone where it is named. */
export async function listAgents(client: ClusterClient, node?: string): Promise<Map<string, string>> {
  const { items } = await client.call(() =>
    client.core.listNamespacedPod({
      namespace: client.namespace,
      labelSelector: `${partLabel}=${agentPart}`,
      ...(node !== undefined && { fieldSelector: `spec.nodeName=${node}` }),
    }),
  )
  const running = items.filter(
    ({ metadata, status }) => status?.phase === 'Running' && !metadata?.deletionTimestamp,
  )
  return new Map(running.map(({ metadata, spec }) => [spec?.nodeName ?? '', metadata?.name ?? '']))
}

async function findAgent(client: ClusterClient, node: string): Promise<string> {
  const agent = (await listAgents(client, node)).get(node)
  if (agent === undefined) throw new HostUnreachable(`${client.name}: no agent runs on ${node}`)
  return agent
}
