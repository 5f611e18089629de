import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Config } from '../../../../platform/config/config.ts'
import type { Host } from '../driver.ts'
import { getClassOptions, getHostClasses } from '../host-class-settings.ts'
import { agonesOverhead } from './agones/game-server.ts'

type ClusterConfig = NonNullable<Config['kubernetesClusters']>[number]

/** Returns the driver’s view of a configured cluster. Its instances get the address of their node when they are placed. */
export function toClusterHost(
  settings: Pick<Config, 'hostClasses' | 'kubernetesMemoryMb' | 'kubernetesCpus'>,
  cluster: ClusterConfig,
): Host {
  const [first = 0, last = 0] = cluster.ports.split('-').map(Number)
  return {
    name: cluster.name,
    regions: cluster.regions,
    host: '',
    publicHost: '',
    ports: { first, last },
    most: cluster.most ?? null,
    classes: getClusterClasses(settings, cluster),
    limits: { memoryMb: cluster.capacity?.memoryMb ?? null, cpus: cluster.capacity?.cpus ?? null },
  }
}

/** A pod requests its limit of cores, so placement counts that; with Agones also what it adds to each server. */
function getClusterClasses(
  settings: Pick<Config, 'hostClasses' | 'kubernetesMemoryMb' | 'kubernetesCpus'>,
  cluster: ClusterConfig,
): Host['classes'] {
  const tables = {
    own: cluster.classes,
    defaults: { memoryMb: settings.kubernetesMemoryMb, cpus: settings.kubernetesCpus },
  }
  const counted = getHostClasses(settings, tables)
  const added = cluster.agones ? agonesOverhead : { memoryMb: 0, cpus: 0 }
  const addRequests = (hostClass: HostClass) => {
    const { cpus = 0 } = getClassOptions(settings, hostClass, tables)
    const needs = counted[hostClass]
    return {
      ...needs,
      memoryMb: needs.memoryMb + added.memoryMb,
      cpus: (cpus > 0 ? cpus : needs.cpus) + added.cpus,
    }
  }
  return { standard: addRequests('standard'), performance: addRequests('performance') }
}
