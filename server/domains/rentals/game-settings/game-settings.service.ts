import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type {
  GameSettings,
  operatorChangeGameSettings,
} from '@clutch/contract/api/rentals/operator-game-settings.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import * as store from './game-settings.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys'>
type Change = Body<typeof operatorChangeGameSettings>

/** What the workshop key is sealed for. */
export const workshopKeyContext = 'game-settings:workshop-key'

export async function getGameSettings({ database }: Pick<AppContext, 'database'>): Promise<GameSettings> {
  const row = await store.selectGameSettings(database)
  return {
    revision: row.revision,
    nightlyHour: row.nightly_hour,
    workshopCollection: row.workshop_collection,
    hasWorkshopKey: row.workshop_key !== null,
  }
}

/**
 * Changes what all rented servers share, and has their files written again; a running game reads them at its next start.
 * Throws `edit.conflict`.
 */
export async function changeGameSettings(
  context: Dependencies,
  { revision, nightlyHour, workshopCollection, workshopKey }: Change,
): Promise<Reply<typeof operatorChangeGameSettings>> {
  const { database, clock, keys } = context
  await database.transaction().execute(async (tx) => {
    const row = await store.lockGameSettings(tx)
    assertRevision(row, revision)
    await store.updateGameSettings(tx, {
      revision: row.revision + 1,
      ...(nightlyHour !== undefined && { nightly_hour: nightlyHour }),
      ...(workshopCollection !== undefined && { workshop_collection: workshopCollection }),
      ...(workshopKey !== undefined && {
        workshop_key: workshopKey && keys.seal(workshopKey, workshopKeyContext),
      }),
    })
    const rewrite = workshopCollection !== undefined || workshopKey !== undefined
    await store.scheduleServers(tx, clock.now(), { rewrite })
  })
  return getGameSettings(context)
}
