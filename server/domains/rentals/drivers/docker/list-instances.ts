import { HostUnreachable, type ObservedInstance } from '../driver.ts'
import type { ListedContainer } from './engine/engine.schema.ts'
import { type InstanceLabels, ownerLabel, parseLabels } from './containers/container-labels.ts'
import { listStrayNetworks } from './containers/container-network.ts'
import { EngineError } from './engine/engine-errors.ts'
import { type DockerHost, toObservedInstance } from './docker-target.ts'

/** How many containers are inspected at once; the list of an engine lacks their start times. */
const inspectConcurrency = 8

/**
 * Implements `FleetDriver.list`. Complete only if the engine described every container that it listed (R6).
 */
export async function listInstances(
  { engine }: DockerHost,
  owner: string,
): Promise<{ instances: ObservedInstance[]; complete: boolean }> {
  const games = (await engine.list(`${ownerLabel}=${owner}`)).flatMap((listed) =>
    toOwnedContainers(listed, owner),
  )
  const found: ObservedInstance[] = []
  for (let at = 0; at < games.length; at += inspectConcurrency) {
    const some = games.slice(at, at + inspectConcurrency).map(async ({ id, instance }) => {
      const container = await engine.inspect(id)
      // Null: it was removed since it was listed.
      return container ? [toObservedInstance(instance, container)] : []
    })
    const outcomes = await Promise.allSettled(some)
    found.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])))
    if (outcomes.some(isEngineFailure)) return { instances: found, complete: false }
  }
  const strays = await listStrayNetworks(
    engine,
    owner,
    games.map(({ instance }) => instance),
  )
  return { instances: [...found, ...strays], complete: true }
}

function toOwnedContainers(
  { id, labels }: ListedContainer,
  owner: string,
): { id: string; instance: InstanceLabels['instance'] }[] {
  const marks = parseLabels(labels)
  return marks?.owner === owner && marks.op === '' ? [{ id, instance: marks.instance }] : []
}

/** Whether the engine failed; any other error is a bug, and thrown. */
function isEngineFailure(outcome: PromiseSettledResult<unknown>): boolean {
  if (outcome.status === 'fulfilled') return false
  const reason: unknown = outcome.reason
  if (reason instanceof HostUnreachable || reason instanceof EngineError) return true
  throw reason
}
