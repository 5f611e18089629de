import { HostUnreachable, type ObservedInstance } from '../driver.ts'
import type { ListedContainer } from './engine/engine.schema.ts'
import { type InstanceLabels, ownerLabel, parseLabels } from './containers/container-labels.ts'
import { listStrayNetworks } from './containers/container-network.ts'
import { EngineError } from './engine/engine-errors.ts'
import { type DockerHost, toObservedInstance } from './docker-target.ts'

/** How many containers are looked at together: an engine's list does not say since when each runs. */
const inspectConcurrency = 8

/**
 * Implements `FleetDriver.list`. Complete only if the engine described every container that it listed (R6).
 */
export async function listInstances(
  { engine }: DockerHost,
  owner: string,
): Promise<{ seen: ObservedInstance[]; complete: boolean }> {
  const games = (await engine.list(`${ownerLabel}=${owner}`)).flatMap((listed) =>
    toOwnedContainers(listed, owner),
  )
  const found: ObservedInstance[] = []
  for (let at = 0; at < games.length; at += inspectConcurrency) {
    const some = games.slice(at, at + inspectConcurrency).map(async ({ id, place }) => {
      const container = await engine.inspect(id)
      // Null: it was removed since it was listed.
      return container ? [toObservedInstance(place, container)] : []
    })
    const looked = await Promise.allSettled(some)
    found.push(...looked.flatMap((look) => (look.status === 'fulfilled' ? look.value : [])))
    if (looked.some(isEngineFailure)) return { seen: found, complete: false }
  }
  const strays = await listStrayNetworks(
    engine,
    owner,
    games.map(({ place }) => place),
  )
  return { seen: [...found, ...strays], complete: true }
}

function toOwnedContainers(
  { id, labels }: ListedContainer,
  owner: string,
): { id: string; place: InstanceLabels['place'] }[] {
  const marks = parseLabels(labels)
  return marks?.owner === owner && marks.op === '' ? [{ id, place: marks.place }] : []
}

/** Whether the engine failed; any other error is a bug, and thrown. */
function isEngineFailure(look: PromiseSettledResult<unknown>): boolean {
  if (look.status === 'fulfilled') return false
  const reason: unknown = look.reason
  if (reason instanceof HostUnreachable || reason instanceof EngineError) return true
  throw reason
}
