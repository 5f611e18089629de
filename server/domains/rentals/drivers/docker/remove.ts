import { NodeSilent } from '../driver.ts'
import { volumeOf } from './marks.ts'
import { removeNetwork } from './network.ts'
import { EngineRefused } from './refusal.ts'
import { type Spot, standingAt } from './spot.ts'
import { removeVerifier } from './verify.ts'

/** What `FleetDriver.remove` says. */
export async function removeAt(
  spot: Spot,
  { graceMs, keepData }: { graceMs: number; keepData: boolean },
): Promise<void> {
  const { engine } = spot.machine
  const standing = await standingAt(spot)
  if (standing) {
    // What cannot be stopped in peace is removed by force.
    await engine.stop(standing.id, graceMs).catch(unlessRefused)
    await engine.remove(standing.id, { force: true }).catch(unlessRefused)
    if (await engine.inspect(standing.id)) throw new NodeSilent(`${spot.place.node} still removes it`)
  }
  await removeVerifier(spot)
  await removeNetwork(spot)
  if (!keepData) await engine.removeVolume(volumeOf(spot.owner, spot.place))
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof EngineRefused)) throw error
}
