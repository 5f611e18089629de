import type { AppContext } from '../../platform/context.ts'
import { openDriver } from './drivers/index.ts'
import { type Fleet, type FleetOptions, openFleet } from './fleet.ts'
import { openGame } from './game/index.ts'

/** What practice servers are kept with by the settings: the driver, and the game that they are. To be closed. */
export async function openRentalFleet(
  context: AppContext,
  { at }: Pick<FleetOptions, 'at'> = {},
): Promise<Fleet> {
  const game = await openGame(context)
  return openFleet(context, { driver: await openDriver(context), game, ...(at && { at }) })
}
