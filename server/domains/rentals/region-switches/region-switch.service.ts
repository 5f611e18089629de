import { randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import { regionSwitchesPerDay, regionSwitchTimeoutMs } from '@clutch/contract/limits.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { Signal } from '../../../platform/lifecycle/signal.ts'
import { type RentalRequest, performRentalAction } from '../own-rentals/rental-actions.service.ts'
import { type RentalRow, updateRentalAndNotify } from '../rentals.store.ts'
import type { RentalChangeFeed } from '../rental-changes.ts'
import { isRegionOffered, reserveCapacity, toPlace } from '../regions/region-capacity.service.ts'
import { insertRegionSwitch, selectRegionSwitch } from './region-switch.store.ts'
import { countSwitchesOfDay } from '../own-rentals/rental-view.store.ts'

/** A notification may be missed: the state is read now and then. */
const pollMs = 5_000
/** The reconciler gives a switch up first. */
const switchWaitMs = regionSwitchTimeoutMs + 60_000

/** A switch that was asked for. */
interface RequestedSwitch {
  id: string
  rentalId: string
}

/**
 * G18: requests the move of a server to another region; its demos and logs are deleted once it runs there.
 * Throws what `rentalBar` bars, `region.same`, `switch.limit` and `region.unavailable`. The move continues
 * when the caller stops waiting.
 */
export function requestRegionSwitch(
  context: AppContext,
  request: RentalRequest,
  region: string,
): Promise<RequestedSwitch> {
  return performRentalAction(context, request, 'switch', async (tx, rental) => {
    if (region === rental.region)
      throw new PortalError('region.same', 'This server is in that region already')
    const day = toCommunityDay(context.clock.now().getTime())
    const counted = (await countSwitchesOfDay(tx, [rental.id], day)).get(rental.id) ?? 0
    if (counted >= regionSwitchesPerDay) throw new PortalError('switch.limit', 'Switch region limit exceeded')
    if (!(await isRegionOffered(tx, region)))
      throw new PortalError('region.unavailable', 'No server can be made in this region now')
    const id = await startRegionSwitch(context, tx, rental, { region, byOwner: true })
    return { id, rentalId: rental.id }
  })
}

/** Writes a switch of a rental, which is held, and takes the place in its target; throws `region.unavailable`. Answers its id. */
export async function startRegionSwitch(
  context: AppContext,
  tx: Queries,
  rental: RentalRow,
  { region, byOwner }: { region: string; byOwner: boolean },
): Promise<string> {
  const place = toPlace({ region, relocatable: rental.relocatable })
  if (region !== rental.region && !(await reserveCapacity(context, tx, place)))
    throw new PortalError('region.unavailable', 'No server can be made in this region now')
  const now = context.clock.now()
  const id = randomUUIDv7()
  await insertRegionSwitch(tx, {
    id,
    rentalId: rental.id,
    from: rental.region,
    to: region,
    byOwner,
    day: toCommunityDay(now.getTime()),
    at: now,
  })
  await updateRentalAndNotify(tx, rental.id, { state: 'switching', state_at: now }, now)
  return id
}

/**
 * Resolves when a switch is done, or when the client has closed its connection (`closed`); throws `switch.failed`, and
 * `portal.unavailable` when `stop` aborts the wait.
 */
export async function waitForRegionSwitch(
  context: Pick<AppContext, 'database'>,
  changeFeed: RentalChangeFeed,
  { id, rentalId }: RequestedSwitch,
  { closed, stop }: { closed: AbortSignal; stop: AbortSignal },
): Promise<void> {
  const wake = new Signal()
  const unlisten = changeFeed.listen((changed) => {
    if (changed === null || changed === rentalId) wake.notify()
  })
  const late = AbortSignal.any([closed, stop, AbortSignal.timeout(switchWaitMs)])
  try {
    while (!late.aborted) {
      const { state, reason } = (await selectRegionSwitch(context.database, id)) ?? {
        state: 'failed',
        reason: '',
      }
      if (state === 'done') return
      if (state === 'failed')
        throw new PortalError('switch.failed', reason || 'The server could not be moved')
      await wake.wait(pollMs, late)
    }
  } finally {
    unlisten()
  }
  if (closed.aborted) return
  if (stop.aborted) throw new PortalError('portal.unavailable', 'The portal is stopping, the move continues')
  throw new PortalError('switch.failed', 'The move has not ended yet')
}
