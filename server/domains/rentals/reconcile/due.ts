import type { AppContext } from '../../../platform/context.ts'
import type { Fleet } from '../fleet.ts'
import type { Taken } from './facts-store.ts'
import { type Reach, giveUp, takeLeases } from './take-store.ts'
import { after } from './times.ts'
import { Overtaken, takeTurn } from './turn.ts'

/** A turn that failed is taken again after this. */
const againMs = 5_000
/** More turns than any lease needs: whoever gets there goes round in a circle. */
const turnsMax = 20_000

export function reachOf({ driver }: Pick<Fleet, 'driver'>): Reach {
  return {
    nodes: driver.nodes.map(({ name }) => name),
    regions: [...new Set(driver.nodes.flatMap(({ regions }) => regions))],
  }
}

/** One turn at a lease that was taken. What fails is tried again soon, and keeps no other lease waiting. */
export async function doTurn(fleet: Fleet, taken: Taken): Promise<void> {
  try {
    await takeTurn(fleet, taken)
  } catch (error) {
    if (error instanceof Overtaken) return
    fleet.context.log.error({ err: error, lease: taken.id }, 'a turn at a lease failed and is taken again')
    await tryLater(fleet.context, taken)
  }
}

async function tryLater({ database, clock, log }: AppContext, taken: Taken): Promise<void> {
  try {
    await giveUp(database, taken, after(clock.now(), againMs))
  } catch (error) {
    log.warn({ err: error }, 'a lease could not be given back: it is taken again when its time is over')
  }
}

/**
 * Does everything that is due now, also what becomes due by that, one after the other: the reconciler's work without its
 * waiting. Answers how many turns it took. An error of a step's hook comes through, as the death of the process would.
 */
export async function runDue(fleet: Fleet): Promise<number> {
  const { database, clock } = fleet.context
  for (let turns = 0; turns < turnsMax; turns += 1) {
    const [taken] = await takeLeases(database, reachOf(fleet), clock.now(), 1)
    if (!taken) return turns
    try {
      await takeTurn(fleet, taken)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw new Error('the reconciler goes round in a circle')
}
