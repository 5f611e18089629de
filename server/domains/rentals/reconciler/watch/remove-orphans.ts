import type { ObservedInstance } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { addHistoryLine } from '../history.store.ts'
import { waitForHost } from '../wait-for-host.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { gracefulStopMs } from '../timing.ts'
import { selectRecordedInstances } from './host-watcher.store.ts'

/** An instance created a moment ago may be work in progress. */
const newInstanceMs = 2 * 60_000
/**
 * The most instances of a host removed in one pass, as a number and as a ratio; more looks like a mistake of
 * the portal (R6).
 */
const maxRemovals = 2
const maxRemovalRatio = 0.2

type InstanceList = { instances: ObservedInstance[]; complete: boolean }

/**
 * R4: removes instances of a host that no row places there: left by a holder that wrote too late, or on a
 * host that came back. R6: an incomplete list removes nothing, and neither do too many at once, nor is anything of another host removed.
 */
export async function removeOrphans(fleet: Fleet, hostName: string, list: InstanceList): Promise<void> {
  const { database, clock, log } = fleet.context
  if (!list.complete) return
  const old = list.instances.filter(({ createdAt }) => createdAt <= addMs(clock.now(), -newInstanceMs))
  const recorded = await selectRecordedInstances(database, old)
  const orphans: Orphan[] = []
  for (const observed of old) {
    const { rentalId, generation } = observed
    const written = recorded.find((one) => one.rental_id === rentalId && one.generation === generation)
    // A generation is placed once: here two hosts of the settings list the same instances.
    if (written && written.host_name !== hostName) {
      log.error(
        { hostName, recordedHost: written.host_name, rental: observed.number, generation },
        'an instance of another host is listed: it is left alone; do two hosts of the settings share a machine?',
      )
      continue
    }
    if (written?.removed_at === null) continue
    orphans.push({ observed, isWritten: written !== undefined, keepData: written?.kept ?? false })
  }
  if (orphans.length === 0) return
  if (orphans.length > Math.max(maxRemovals, Math.floor(list.instances.length * maxRemovalRatio))) {
    log.error(
      { hostName, orphans: orphans.length },
      'too many instances without a record: nothing is removed',
    )
    return
  }
  for (const orphan of orphans) await removeOrphan(fleet, hostName, orphan)
}

interface Orphan {
  observed: ObservedInstance
  /** Whether its rental is known, for a line in its history. */
  isWritten: boolean
  keepData: boolean
}

async function removeOrphan(
  fleet: Fleet,
  hostName: string,
  { observed, isWritten, keepData }: Orphan,
): Promise<void> {
  const { context, driver, sideEffectTimeoutMs } = fleet
  const { rentalId, number, generation } = observed
  context.log.warn({ hostName, rental: number, generation }, 'removing an instance without a record')
  try {
    await waitForHost(
      sideEffectTimeoutMs,
      driver.remove({ rentalId, number, generation, hostName }, { graceMs: gracefulStopMs, keepData }),
    )
  } catch (error) {
    context.log.warn(
      { err: error, hostName, rental: number },
      'an instance without a record could not be removed now',
    )
    return
  }
  if (!isWritten) return
  await addHistoryLine(context.database, {
    rentalId,
    at: context.clock.now(),
    generation,
    what: 'left over, removed',
    detail: { hostName },
  })
}
