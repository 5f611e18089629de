import type { ObservedInstance } from '../../drivers/driver.ts'
import type { Fleet } from '../../fleet.ts'
import { addHistoryLine } from '../history.store.ts'
import { waitForHost } from '../wait-for-host.ts'
import { addMs, gracefulStopMs } from '../timing.ts'
import { selectRecordedInstance } from './host-watcher.store.ts'

/** What was made a moment ago may be somebody's work in progress. */
const newInstanceMs = 2 * 60_000
/** So many of a machine's instances are removed in one pass, or that part of them; more than that looks like our mistake (R6). */
const maxRemovals = 2
const maxRemovalRatio = 0.2

type InstanceList = { seen: ObservedInstance[]; complete: boolean }

/**
 * R4: removes what stands on a machine and is written nowhere as standing there: left behind by a holder that wrote too late,
 * or by a machine that came back. R6: by an incomplete list nothing, of many at once none.
 */
export async function removeOrphans(fleet: Fleet, hostName: string, list: InstanceList): Promise<void> {
  const { database, clock, log } = fleet.context
  if (!list.complete) return
  const old = list.seen.filter(({ createdAt }) => createdAt <= addMs(clock.now(), -newInstanceMs))
  const orphans: Orphan[] = []
  for (const seen of old) {
    const written = await selectRecordedInstance(database, seen.rentalId, seen.generation)
    if (written?.host_name === hostName && written.removed_at === null) continue
    orphans.push({
      seen,
      isWritten: written !== undefined,
      keepData: written?.host_name === hostName && written.kept,
    })
  }
  if (orphans.length === 0) return
  if (orphans.length > Math.max(maxRemovals, Math.floor(list.seen.length * maxRemovalRatio))) {
    log.error(
      { hostName, orphans: orphans.length },
      'too much stands here that nobody wants: nothing is removed',
    )
    return
  }
  for (const orphan of orphans) await removeOrphan(fleet, hostName, orphan)
}

interface Orphan {
  seen: ObservedInstance
  /** Whether its rental is known, for a line in its history. */
  isWritten: boolean
  keepData: boolean
}

async function removeOrphan(
  fleet: Fleet,
  hostName: string,
  { seen, isWritten, keepData }: Orphan,
): Promise<void> {
  const { context, driver, patienceMs } = fleet
  const { rentalId, number, generation } = seen
  context.log.warn({ hostName, rental: number, generation }, 'removing what nobody wants')
  try {
    await waitForHost(
      patienceMs,
      driver.remove({ rentalId, number, generation, hostName }, { graceMs: gracefulStopMs, keepData }),
    )
  } catch (error) {
    context.log.warn({ err: error, hostName, rental: number }, 'what nobody wants could not be removed now')
    return
  }
  if (!isWritten) return
  const line = {
    rentalId,
    at: context.clock.now(),
    generation,
    what: 'left over, removed',
    detail: { hostName },
  }
  await addHistoryLine(context.database, line)
}
