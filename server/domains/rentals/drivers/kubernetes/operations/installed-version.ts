import { z } from 'zod'
import { HostUnreachable } from '../../driver.ts'
import { callAgent } from '../agent/call-agent.ts'
import type { Cluster, CommonOptions } from '../cluster-target.ts'
import { isReady, listNodes } from '../nodes.ts'

/** Each reading runs a program on each node. */
const cacheMs = 60_000

/**
 * Returns what implements `FleetDriver.readInstalledVersion` for a cluster: the oldest version of the nodes that are ready. One without an
 * install starts no servers. One whose agent does not answer counts with the version that it had; others do not wait for it.
 */
export function openVersionReader(
  cluster: Cluster,
  options: Pick<CommonOptions, 'install' | 'dataDir' | 'log' | 'now'>,
): () => Promise<string | null> {
  const { install, dataDir, log, now } = options
  const known = new Map<string, string>()
  let last: { atMs: number; version: string | null } | null = null
  let problem = ''

  const readNode = async (node: string): Promise<string | null> => {
    const words = ['installed', install ?? ''] as const
    const version = z
      .string()
      .nullable()
      .parse(await callAgent({ cluster, dataDir }, node, words))
    if (version === null) known.delete(node)
    else known.set(node, version)
    return version
  }
  const readAll = async (): Promise<string | null> => {
    const nodes = (await listNodes(cluster)).filter(isReady).map(({ metadata }) => metadata?.name ?? '')
    const answers = await Promise.allSettled(nodes.map(readNode))
    const broken = answers.find((answer) => answer.status === 'rejected' && !isSilence(answer.reason))
    if (broken?.status === 'rejected') throw broken.reason
    const silent = nodes.filter((_, index) => answers[index]?.status === 'rejected')
    const missing = nodes.filter((node) => !known.has(node) && !silent.includes(node))
    const seen = JSON.stringify([silent, missing])
    if (seen !== problem && silent.length + missing.length > 0)
      log.warn(
        { hostName: cluster.host.name, silent, missing },
        'nodes have no install, or no agent that answers',
      )
    problem = seen
    const versions = nodes.flatMap((node) => known.get(node) ?? [])
    return versions.toSorted(compareVersions).at(0) ?? null
  }

  return async () => {
    if (install === null) return null
    if (last && now() - last.atMs < cacheMs) return last.version
    // A failure is cached as well: the next pass of the watcher is a moment later.
    last = { atMs: now(), version: last?.version ?? null }
    last = { atMs: now(), version: await readAll() }
    return last.version
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof HostUnreachable
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
