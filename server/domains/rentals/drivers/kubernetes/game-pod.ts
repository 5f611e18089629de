import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { getClassOptions } from '../host-class-settings.ts'
import type { GamePod } from './cluster-target.ts'

type ClusterConfig = NonNullable<Config['kubernetesClusters']>[number]

/** A class of the cluster comes before the cluster, a class of every host before the common settings. */
export function getGamePod(config: Config, cluster: ClusterConfig, hostClass: HostClass): GamePod {
  const common = config.hostClasses?.[hostClass]
  const own = cluster.classes?.[hostClass]
  const {
    memoryMb = 0,
    cpus = 0,
    reserveCpus = 0,
  } = getClassOptions(config, hostClass, {
    own: cluster.classes,
    defaults: { memoryMb: config.kubernetesMemoryMb, cpus: config.kubernetesCpus },
  })
  return {
    image: own?.image ?? cluster.image ?? common?.image ?? config.kubernetesImage ?? '',
    command: own?.command ?? cluster.command ?? common?.command ?? config.gameCommand ?? [],
    mounts: own?.mounts ?? cluster.mounts ?? common?.mounts ?? config.kubernetesMounts,
    verifyCommand: config.gameVerifyCommand ?? null,
    memoryMb,
    cpus: cpus > 0 ? cpus : reserveCpus,
  }
}
