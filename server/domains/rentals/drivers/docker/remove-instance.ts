import { HostUnreachable } from '../driver.ts'
import { getVolumeName } from './containers/container-labels.ts'
import { removeNetwork } from './containers/container-network.ts'
import { EngineError } from './engine/engine-errors.ts'
import { type DockerTarget, findContainer } from './docker-target.ts'
import { removeVerifier } from './verify-instance.ts'

/** What `FleetDriver.remove` says. */
export async function removeInstance(
  spot: DockerTarget,
  { graceMs, keepData }: { graceMs: number; keepData: boolean },
): Promise<void> {
  const { engine } = spot.machine
  const standing = await findContainer(spot)
  if (standing) {
    // What cannot be stopped in peace is removed by force.
    await engine.stop(standing.id, graceMs).catch(ignoreEngineError)
    await engine.remove(standing.id, { force: true }).catch(ignoreEngineError)
    if (await engine.inspect(standing.id)) throw new HostUnreachable(`${spot.place.node} still removes it`)
  }
  await removeVerifier(spot)
  await removeNetwork(spot)
  if (!keepData) await engine.removeVolume(getVolumeName(spot.owner, spot.place))
}

function ignoreEngineError(error: unknown): void {
  if (!(error instanceof EngineError)) throw error
}
