import type { ArrivalSubscriber } from '../../events/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { queueArrivals } from './sanction-servers.store.ts'

/** Has the sanctions of players who come to a game server enforced there, in the transaction that counts the lines. */
export function createSanctionSubscriber({ clock }: Pick<AppContext, 'clock'>): ArrivalSubscriber {
  return async (tx, arrivals) => {
    await queueArrivals(tx, arrivals, clock.now())
  }
}
