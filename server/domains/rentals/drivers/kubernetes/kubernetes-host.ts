import type { Config } from '../../../../platform/config/config.ts'
import type { Host } from '../driver.ts'
import { getHostClasses } from '../host-class-settings.ts'

type ClusterConfig = NonNullable<Config['kubernetesClusters']>[number]

/** Returns the driver’s view of a configured cluster. Its instances get the address of their node when they are placed. */
export function toClusterHost(
  settings: Pick<Config, 'hostClasses' | 'kubernetesMemoryMb'>,
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
    classes: getHostClasses(settings, {
      own: cluster.classes,
      defaults: { memoryMb: settings.kubernetesMemoryMb },
    }),
    limits: { memoryMb: cluster.capacity?.memoryMb ?? null, cpus: cluster.capacity?.cpus ?? null },
  }
}
