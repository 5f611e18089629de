import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import type { SwitchRow } from './rental-view.store.ts'

/** How far the making of the server is that is to stand; null once nothing is being made. */
export function getCreationProgress(
  lease: RentalRow,
  instances: readonly InstanceRow[],
  running: SwitchRow | null,
): PracticeServer['steps'] {
  if (running)
    return toCreationProgress(running.asked_at, findStartingInstance(instances, running.generation))
  if (lease.state !== 'creating') return null
  const queued = lease.ready_at === null ? lease.created_at : lease.state_at
  // What stands of a generation before is on its way out.
  return toCreationProgress(queued, findStartingInstance(instances, lease.generation))
}

function findStartingInstance(
  instances: readonly InstanceRow[],
  wanted: number | null,
): InstanceRow | undefined {
  return instances.find(({ generation, state }) => generation === wanted && state !== 'stopping')
}

function toCreationProgress(queued: Date, made: InstanceRow | undefined): PracticeServer['steps'] {
  return {
    queued: queued.getTime(),
    placed: made?.created_at.getTime() ?? null,
    starting: made?.started_at?.getTime() ?? null,
    ready: made?.ready_at?.getTime() ?? null,
  }
}
