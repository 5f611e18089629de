import type { Config } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'
import { nodeOf } from './docker/node.ts'
import type { FleetDriver, FleetNode } from './driver.ts'
import { ownerOf } from './owner-store.ts'
import { ProcessDriver } from './process.ts'
import { neighbourProblem, openMachine, processNode, processProblem, wayProblem } from './process/settings.ts'

/** The machines that rented servers can stand on by the settings; none where a driver lacks what it needs. Nothing is opened. */
export function fleetNodesOf(settings: Config): FleetNode[] {
  if (settings.rentalDriver === 'docker') return (settings.dockerHosts ?? []).map((host) => nodeOf(host))
  return processProblem(settings) === null ? [processNode(settings)] : []
}

/** The driver of the settings. Where it cannot work it says why in the log and offers no machine. To be closed. */
export async function openDriver(context: AppContext): Promise<FleetDriver> {
  const { config, log } = context
  const owner = await ownerOf(context)
  if (config.rentalDriver === 'docker') {
    const { openDockerDriver } = await import('./docker.ts')
    return openDockerDriver(context, owner)
  }
  const problem = processProblem(config) ?? wayProblem(config)
  if (problem !== null) log.error({ problem }, 'no rented server can run on this machine')
  const shared = problem === null ? neighbourProblem(config) : null
  if (shared !== null) log.warn({ reason: shared }, 'rented servers can read the files of each other')
  return new ProcessDriver(openMachine(context, owner), problem === null ? [processNode(config)] : [])
}
