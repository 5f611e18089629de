import { HostFull, PortInUse } from '../../../drivers/driver.ts'
import { describeCrashLoop } from '../../../crash-loop.ts'
import type { Fleet } from '../../../fleet.ts'
import { buildGrenadeFiles } from '../../../grenades/grenade-files.service.ts'
import { nextRetry } from '../backoff.ts'
import type { SideEffect, WriteResult } from '../side-effect.ts'
import type { RentalFacts, ActionOf } from '../../facts/rental-facts.ts'
import { buildGameConfig } from '../game/game-config.ts'
import { loadSharedGameConfig } from '../../../game-settings/shared-game-config.ts'
import { addHistoryLine } from '../../history.store.ts'
import { allowRentalReports } from '../../../../events/index.ts'
import { openSecretOrEmpty } from '../../../rental-secrets.ts'
import { blockPort } from './placement.store.ts'
import { type ActionTarget, getDriver, getActionTarget } from '../action-target.ts'
import { noLiveStatus, updateInstance, updateRental } from '../../reconciler.store.ts'

/**
 * Makes an instance, adopts the one that is there, or starts the one that does not run: the name is the same, so it is never
 * two (R1, R5). What ran before and does not now has crashed, and is started the later the more often it does.
 */
export function createInstance(fleet: Fleet, facts: RentalFacts, step: ActionOf<'create'>): SideEffect {
  const target = getActionTarget(facts, step)
  const { instance, key, instanceRef } = target
  const { rental } = facts
  const hasCrashed = instance.started_at !== null
  return {
    step,
    effect: 'create',
    intend: async (tx, { rental: { id, revoked_at, report_secret }, now }) => {
      // The secret was deleted where the rental was cleared (G21). Without the key the configuration fails.
      const secret = openSecretOrEmpty(fleet.context.keys, id, 'report', report_secret)
      if (secret !== '' && revoked_at === null) await allowRentalReports(tx, now, id, secret)
      await updateInstance(tx, key, { state: 'starting', ...noLiveStatus })
      if (hasCrashed) await addHistoryLine(tx, { ...key, at: now, what: 'crashed' })
    },
    act: async () => {
      const shared = await loadSharedGameConfig(fleet.context, key)
      const driver = getDriver(fleet, target)
      const grenades = await buildGrenadeFiles(fleet, instanceRef)
      const files = { ...fleet.game.files(buildGameConfig(fleet.context, rental), shared), ...grenades }
      const { region, port } = instance
      const { address } = await driver.ensure({ ...instanceRef, region, port, files })
      return async (tx, { now }) => {
        const again = hasCrashed && { ...nextRetry(instance, now, fleet.random()), tried: 'create' }
        await updateInstance(tx, key, {
          state: 'starting',
          started_at: now,
          files_rev: rental.rev,
          applied_rev: 0,
          demos_due: fleet.game.demoFolders.length > 0,
          ...(Object.keys(grenades).length > 0 && { grenades_rev: rental.grenades_rev }),
          silent_at: null,
          unreached_at: null,
          unreached_seen_at: null,
          ...(address && { host: address.host, public_host: address.publicHost, port: address.port }),
          ...again,
        })
        const problem = again ? describeCrashLoop({ ...again, started_at: now }, now) : ''
        if (problem !== '') await updateRental(tx, rental.id, { problem })
        if (!hasCrashed)
          await addHistoryLine(tx, {
            ...key,
            at: now,
            what: 'started',
            detail: { hostName: instanceRef.hostName },
          })
      }
    },
    failed: (error) => {
      if (error instanceof PortInUse) return leaveHost(fleet, target, 'port taken')
      return error instanceof HostFull ? leaveHost(fleet, target, 'host full') : null
    },
  }
}

/** The instance cannot run there: another host is chosen once no part of it is left. */
function leaveHost(
  { random }: Fleet,
  { key, instance }: ActionTarget,
  why: 'port taken' | 'host full',
): WriteResult {
  const { host_name: hostName, port, ready_at } = instance
  return async (tx, { rental, now }) => {
    if (why === 'port taken') await blockPort(tx, { hostName, port }, now)
    await updateInstance(tx, key, { state: 'stopping', kept: ready_at !== null })
    await updateRental(tx, rental.id, { ...nextRetry(rental, now, random()), problem: why })
    await addHistoryLine(tx, { ...key, at: now, what: why, detail: { hostName, port } })
  }
}
