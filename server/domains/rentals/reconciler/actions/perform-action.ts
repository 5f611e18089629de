import type { Fleet } from '../../fleet.ts'
import { createInstance } from './instance/create-instance.ts'
import type { SideEffect, WriteResult } from './side-effect.ts'
import {
  clearRental,
  deleteInstanceData,
  failRental,
  haltInstance,
  stopInstance,
} from './instance/stop-instance.ts'
import type { RentalFacts, Action } from '../facts/rental-facts.ts'
import { placeInstance } from './instance/place-instance.ts'
import { moveWhenEmpty, restartForJob, startDrainMove } from './job-actions.ts'
import { markReady } from './instance/mark-ready.ts'
import { abandonVerification, restartAtNight, restartGame, verifyGameFiles } from './game/restart-game.ts'
import { failRegionSwitch, deleteOldDemos, moveServer } from './switch-region.ts'
import { abandonMapChange, checkMapChange, sendMapChange } from './game/change-map.ts'
import { announceUpdate, updateGame } from './game/update-game.ts'
import { writeGrenades } from './game/write-grenades.ts'
import { writeGameConfig, applyGameConfig } from './game/configure-game.ts'

/** Returns how an action is performed: by a side effect, or by a database write alone. */
export function prepareAction(
  fleet: Fleet,
  facts: RentalFacts,
  step: Exclude<Action, { kind: 'wait' | 'look' }>,
): SideEffect | WriteResult {
  switch (step.kind) {
    case 'place':
      return placeInstance(fleet, step)
    case 'create':
      return createInstance(fleet, facts, step)
    case 'configure':
      return writeGameConfig(fleet, facts, step)
    case 'apply-config':
      return applyGameConfig(fleet, facts, step)
    case 'ready':
      return markReady(fleet, step)
    case 'restart':
      return restartGame(fleet, facts, step)
    case 'announce':
      return announceUpdate(fleet, facts, step)
    case 'update':
      return updateGame(fleet, facts, step)
    case 'nightly':
      return restartAtNight(fleet, facts, step)
    case 'job-restart':
      return restartForJob(fleet, facts, step)
    case 'start-move':
      return startDrainMove(fleet, step)
    case 'move-empty':
      return moveWhenEmpty(fleet, facts, step)
    case 'set-map':
      return sendMapChange(fleet, facts, step)
    case 'check-map':
      return checkMapChange(fleet, facts, step)
    case 'fail-map':
      return abandonMapChange(step)
    case 'grenades':
      return writeGrenades(fleet, facts, step)
    case 'verify':
      return verifyGameFiles(fleet, facts, step)
    case 'give-up-verify':
      return abandonVerification(step)
    case 'move':
      return moveServer(fleet, facts, step)
    case 'fail-switch':
      return failRegionSwitch(step)
    case 'forget':
      return deleteOldDemos(fleet, facts, step)
    case 'halt':
      return haltInstance(fleet, facts, step)
    case 'stop':
      return stopInstance(fleet, facts, step)
    case 'drop':
      return deleteInstanceData(fleet, facts, step)
    case 'clear':
      return clearRental(fleet, facts, step)
    case 'fail':
      return failRental(fleet)
  }
}
