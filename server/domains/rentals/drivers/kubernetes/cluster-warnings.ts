import { hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { getGamePod } from './game-pod.ts'
import { toClusterHost } from './kubernetes-host.ts'

type ClusterConfig = NonNullable<Config['kubernetesClusters']>[number]

/** Returns what is allowed in the settings of clusters and yet harms players, one sentence each. */
export function listClusterWarnings(config: Config): string[] {
  const clusters = config.kubernetesClusters ?? []
  const unlimited = clusters.flatMap((cluster) =>
    hostClasses
      .filter((hostClass) => {
        const { memoryMb, cpus } = getGamePod(config, cluster, hostClass)
        const { isServed } = toClusterHost(config, cluster).classes[hostClass]
        return isServed && (memoryMb === 0 || cpus === 0)
      })
      .map(
        (hostClass) =>
          `${cluster.name}: ${hostClass} servers request no memory or no cores: nothing limits them, and a node that is short ends them first; set CLUTCH_KUBERNETES_MEMORY_MB and CLUTCH_KUBERNETES_CPUS`,
      ),
  )
  const shared = clusters.flatMap((one, index) =>
    clusters.slice(index + 1).flatMap((other) => describeOverlap(one, other)),
  )
  return [...unlimited, ...shared]
}

/** Two entries for one cluster are independent only where no node and no port is of both. */
function describeOverlap(one: ClusterConfig, other: ClusterConfig): string[] {
  const isOneCluster = one.kubeconfig === other.kubeconfig && one.context === other.context
  const areApart = Object.entries(one.nodes).some(
    ([key, value]) => other.nodes[key] !== undefined && other.nodes[key] !== value,
  )
  if (!isOneCluster || areApart) return []
  const both = `${one.name} and ${other.name} may use the same nodes of one cluster`
  const [first = 0, last = 0] = one.ports.split('-').map(Number)
  const [otherFirst = 0, otherLast = 0] = other.ports.split('-').map(Number)
  const sharePorts = first <= otherLast && otherFirst <= last
  return [
    `${both}: their room is counted twice; give each its own value of one node label in \`nodes\``,
    ...(sharePorts ? [`${both} and share ports: servers of one keep those of the other from a node`] : []),
  ]
}
