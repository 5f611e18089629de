import type { Config } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'
import { toHost } from './docker/docker-host.ts'
import type { FleetDriver, Host } from './driver.ts'
import { toClusterHost } from './kubernetes/kubernetes-host.ts'
import { getPortalOwnerId } from './portal-owner.store.ts'
import { ProcessDriver } from './process/process-driver.ts'
import {
  getSharedFilesProblem,
  openProcessHost,
  getProcessHost,
  getProcessHostProblem,
  getFolderAccessProblem,
} from './process/process-host-config.ts'

/**
 * Returns the hosts that the config names for rented servers; none if a driver's settings are incomplete.
 * Opens nothing.
 */
export function listConfiguredHosts(config: Config): Host[] {
  if (config.rentalDriver === 'docker') return (config.dockerHosts ?? []).map((host) => toHost(config, host))
  if (config.rentalDriver === 'kubernetes')
    return (config.kubernetesClusters ?? []).map((cluster) => toClusterHost(config, cluster))
  return getProcessHostProblem(config) === null ? [getProcessHost(config)] : []
}

/** The driver of the settings. Where it cannot work it says why in the log and offers no machine. To be closed. */
export async function openDriver(context: AppContext): Promise<FleetDriver> {
  const { config, log } = context
  const owner = await getPortalOwnerId(context)
  if (config.rentalDriver === 'docker') {
    const { openDockerDriver } = await import('./docker/open-docker-driver.ts')
    return openDockerDriver(context, owner)
  }
  if (config.rentalDriver === 'kubernetes') {
    const { openKubernetesDriver } = await import('./kubernetes/open-kubernetes-driver.ts')
    return openKubernetesDriver(context, owner)
  }
  const problem = getProcessHostProblem(config) ?? getFolderAccessProblem(config)
  if (problem !== null) log.error({ problem }, 'no rented server can run on this machine')
  const shared = problem === null ? getSharedFilesProblem(config) : null
  if (shared !== null) log.warn({ reason: shared }, 'rented servers can read the files of each other')
  return new ProcessDriver(openProcessHost(context, owner), problem === null ? [getProcessHost(config)] : [])
}
