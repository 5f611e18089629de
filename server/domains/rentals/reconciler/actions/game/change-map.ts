import { randomUUIDv7 } from 'node:crypto'
import { isMatchzyMode, isWorkshopMap } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import type { Queries } from '../../../../../platform/database/index.ts'
import type { Fleet } from '../../../fleet.ts'
import * as store from '../../../map-changes/map-changes.store.ts'
import { readMode } from '../../../rental-status.ts'
import { addHistoryLine } from '../../history.store.ts'
import { judgeMapChange } from '../../decisions/decide-map-change.ts'
import type { ActionOf, RentalFacts } from '../../facts/rental-facts.ts'
import { updateInstance, updateRental } from '../../reconciler.store.ts'
import { addMs } from '../../../../../platform/clock/add-ms.ts'
import { checkMapAgainMaxMs, checkMapAgainMs } from '../../timing.ts'
import { getActionTarget } from '../action-target.ts'
import { buildGameConfig } from './game-config.ts'
import { recordFailure } from '../record-failure.ts'
import type { SideEffect, WriteResult } from '../side-effect.ts'

type MapAction = ActionOf<'set-map' | 'check-map'>

function getChange({ mapChange }: RentalFacts, { changeId }: { changeId: string }): store.MapChangeRow {
  if (mapChange?.id !== changeId) throw new Error('the change of the map is over')
  return mapChange
}

/**
 * Sends a running game its map and mode. That is stored before: a process that ends in between sends it again only once the server has
 * not changed for a while.
 */
export function sendMapChange(fleet: Fleet, facts: RentalFacts, step: ActionOf<'set-map'>): SideEffect {
  const { instance, key } = getActionTarget(facts, step)
  const change = getChange(facts, step)
  const config = buildGameConfig(fleet.context, facts.rental)
  const from = {
    map: instance.map === null ? null : mapName(instance.map),
    mode: change.from_mode === null ? null : readMode({ mode: change.from_mode }),
  }
  const failed = recordChangeFailure(fleet, step)
  return {
    step,
    effect: 'map',
    intend: async (tx, { now }) => {
      await store.updateMapChange(tx, change.id, {
        state: 'loading',
        generation: key.generation,
        sent_at: now,
        sent: change.sent + 1,
        from_map: from.map,
      })
    },
    act: async () => {
      await fleet.game.changeMap(instance, config, { map: change.map, mode: readMode(change) }, from)
      return (tx, { now }) => waitForMap(tx, key, change, now)
    },
    failed,
  }
}

/** A server that refused a line before the map was named gets it again; one that was lost in between is looked at. */
function recordChangeFailure(fleet: Fleet, step: MapAction) {
  return (error: unknown): WriteResult => {
    const record = recordFailure(fleet, step, error)
    return async (tx, facts) => {
      await record(tx, facts)
      await store.updateMapChange(tx, step.changeId, { state: 'waiting', sent_at: null })
    }
  }
}

function waitForMap(
  tx: Queries,
  key: { rentalId: string; generation: number },
  { sent_at: sent }: Pick<store.MapChangeRow, 'sent_at'>,
  now: Date,
): Promise<void> {
  const passedMs = sent === null ? 0 : now.getTime() - sent.getTime()
  const pauseMs = Math.min(Math.max(passedMs / 10, checkMapAgainMs), checkMapAgainMaxMs)
  return updateInstance(tx, key, { tried: 'check-map', retry_at: addMs(now, pauseMs) })
}

/** Asks the server what it plays, until it is the map and mode of the change, or too late. */
export function checkMapChange(fleet: Fleet, facts: RentalFacts, step: ActionOf<'check-map'>): SideEffect {
  const { instance, key } = getActionTarget(facts, step)
  const change = getChange(facts, step)
  const { context, game } = fleet
  return {
    step,
    effect: 'map-check',
    act: async () => {
      const status = await game.queryStatus(instance)
      const isInMode =
        status !== null &&
        (await game.reportsMode(instance, buildGameConfig(context, facts.rental), readMode(change)))
      const known = await store.selectWorkshopMap(context.database, change.map)
      return async (tx, { now }) => {
        if (!status) return waitForMap(tx, key, change, now)
        const map = mapName(status.map)
        const verdict = judgeMapChange(change, { map, isInMode, knownName: known?.map_name ?? null }, now)
        if (verdict === 'wait') return waitForMap(tx, key, change, now)
        if (verdict === 'resend') return store.updateMapChange(tx, change.id, { state: 'waiting' })
        if (verdict === 'failed')
          return failChange(tx, facts, change, `the server still reports ${map.slice(0, 64)}`, now)
        await finishChange(tx, change, { key, map, now })
        await updateInstance(tx, key, { map: status.map.slice(0, 64), players: status.players })
      }
    },
    // Silent while it loads: nothing failed.
    failed:
      () =>
      (tx, { now }) =>
        waitForMap(tx, key, change, now),
  }
}

interface FinishedChange {
  key: { rentalId: string; generation: number }
  map: string
  now: Date
}

async function finishChange(
  tx: Queries,
  change: store.MapChangeRow,
  { key, map, now }: FinishedChange,
): Promise<void> {
  const { id, rental_id: rentalId } = change
  await store.updateMapChange(tx, id, { state: 'done', ended_at: now })
  await updateRental(tx, rentalId, { map: change.map })
  await updateInstance(tx, key, { retry_at: null })
  if (isWorkshopMap(change.map)) await store.saveWorkshopMap(tx, { id: change.map, map_name: map }, now)
  await addHistoryLine(tx, { ...key, at: now, what: 'map changed', detail: describeChange(change) })
}

function describeChange({ map, title, mode, asked_by: by }: store.MapChangeRow) {
  return { map, mode, ...(title !== null && { title }), ...(by !== null && { by }) }
}

/** The server keeps what it plays. A map that could not be set again after a restart is forgotten, so that it is tried once. */
async function failChange(
  tx: Queries,
  { rental }: RentalFacts,
  change: store.MapChangeRow,
  reason: string,
  now: Date,
): Promise<void> {
  await store.updateMapChange(tx, change.id, { state: 'failed', ended_at: now, reason })
  await updateRental(tx, rental.id, {
    ...(change.asked_by === null && { map: null }),
    ...(change.from_mode !== null && { mode: change.from_mode, rev: rental.rev + 1 }),
  })
  const { generation } = change
  const detail = { ...describeChange(change), reason }
  await addHistoryLine(tx, { rentalId: rental.id, at: now, generation, what: 'map not changed', detail })
}

export function abandonMapChange(step: ActionOf<'fail-map'>): WriteResult {
  return (tx, facts) => failChange(tx, facts, getChange(facts, step), step.reason, facts.now)
}

/**
 * After a start: a change that was sent before ended with that run. The map and the mode of before are set again, unless that is what
 * ended it.
 */
export async function restoreMap(tx: Queries, facts: RentalFacts, generation: number): Promise<void> {
  const { rental, mapChange, now } = facts
  if (mapChange?.state === 'loading') {
    await failChange(tx, facts, mapChange, 'the server ended while it changed its map', now)
    if (mapChange.asked_by === null) return
  } else if (mapChange) return
  if (rental.map === null) return
  const mode = readMode(rental)
  await store.insertMapChange(tx, {
    id: randomUUIDv7(),
    rentalId: rental.id,
    map: rental.map,
    title: (await store.selectWorkshopMap(tx, rental.map))?.title ?? null,
    mode,
    // MatchZy starts its mode by the files; any other counts from the next map on.
    fromMode: isMatchzyMode(mode) ? mode : null,
    askedBy: null,
    askedAt: now,
  })
  await addHistoryLine(tx, {
    rentalId: rental.id,
    at: now,
    generation,
    what: 'map set again',
    detail: { map: rental.map, mode },
  })
}
