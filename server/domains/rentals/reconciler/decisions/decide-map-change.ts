import { mapChangeTimeoutMs, workshopChangeTimeoutMs } from '@clutch/contract/limits.ts'
import { isOfficialMap, isWorkshopMap } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { MapChangeRow } from '../../map-changes/map-changes.store.ts'
import type { InstanceRow } from '../../rentals.store.ts'
import type { Action, RentalFacts } from '../facts/rental-facts.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { mapChangeUnsentMs } from '../timing.ts'

/** Returns what a ready instance needs for the change of map and mode that is under way; null if there is none. */
export function decideMapChange({ mapChange, now }: RentalFacts, { generation }: InstanceRow): Action | null {
  if (!mapChange) return null
  const { id: changeId, state, asked_at: asked } = mapChange
  if (state === 'loading' && mapChange.generation === generation)
    return { kind: 'check-map', generation, changeId }
  if (addMs(asked, mapChangeUnsentMs) <= now)
    return { kind: 'fail-map', generation, changeId, reason: 'the server could not be asked in time' }
  return { kind: 'set-map', generation, changeId }
}

/** When a change that was sent has failed; null while it was not sent. */
function getMapChangeDeadline({ map, sent_at: sent }: MapChangeRow): Date | null {
  return sent && addMs(sent, isWorkshopMap(map) ? workshopChangeTimeoutMs : mapChangeTimeoutMs)
}

/** Whether an instance is silent because it loads a map: that is no outage, and it is not restarted for it. */
export function isLoadingMap(
  { mapChange, now }: Pick<RentalFacts, 'mapChange' | 'now'>,
  { generation }: Pick<InstanceRow, 'generation'>,
): boolean {
  if (mapChange?.state !== 'loading' || mapChange.generation !== generation) return false
  const deadline = getMapChangeDeadline(mapChange)
  return deadline !== null && now < deadline
}

/** An unchanged server gets the change once more after this: the line may have been lost. */
const resendMs = 60_000
const workshopResendMs = 5 * 60_000
const maxSends = 2

/** What the server reports now. `knownName`: the name by which servers reported this Workshop map before. */
export interface MapReport {
  map: string
  isInMode: boolean
  knownName: string | null
}

/**
 * Returns what a report says of a change: an official map is reported by its name, one of the Workshop by a name that only its author
 * knows, so that it is recognised by the change itself.
 */
export function judgeMapChange(
  change: MapChangeRow,
  { map, isInMode, knownName }: MapReport,
  now: Date,
): 'done' | 'wait' | 'resend' | 'failed' {
  const isReported = isWorkshopMap(change.map)
    ? map === knownName || (map !== change.from_map && !isOfficialMap(map))
    : map === change.map
  if (isReported && isInMode) return 'done'
  const deadline = getMapChangeDeadline(change)
  if (deadline === null || deadline <= now) return 'failed'
  const patienceMs = isWorkshopMap(change.map) ? workshopResendMs : resendMs
  const isLate = change.sent_at !== null && addMs(change.sent_at, patienceMs) <= now
  return isLate && change.sent < maxSends ? 'resend' : 'wait'
}
