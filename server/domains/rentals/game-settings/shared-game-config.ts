import type { AppContext } from '../../../platform/context.ts'
import { SealBroken } from '../../../platform/keys/keys.ts'
import type { SharedGameConfig } from '../game/game.ts'
import { workshopKeyContext } from './game-settings.service.ts'
import { selectGameSettings } from './game-settings.store.ts'
import type { InstanceKey } from './login-tokens.store.ts'
import { takeLoginToken } from './login-tokens.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'log'>

/**
 * What the files of an instance say besides its owner's settings. All of it is optional for a server, so a secret whose key is lost
 * is left out.
 */
export async function loadSharedGameConfig(
  context: Dependencies,
  instance: InstanceKey,
): Promise<SharedGameConfig> {
  const { database, keys, log } = context
  const { workshop_collection: collection, workshop_key: key } = await selectGameSettings(database)
  const openOrEmpty = async (open: () => string | Promise<string>) => {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      log.warn({ err: error }, 'a key or login token for game servers cannot be opened: enter it again')
      return ''
    }
  }
  return {
    workshopCollection: collection ?? '',
    workshopKey: key === null ? '' : await openOrEmpty(() => keys.open(key, workshopKeyContext)),
    loginToken: await openOrEmpty(() => takeLoginToken(context, instance)),
  }
}
