import type { House } from '../../../house.ts'
import { selectOperators } from './operators.store.ts'

/** Says at the start how to become an operator, as long as there is none. */
export async function logMissingOperator({
  database,
  clock,
  log,
}: Pick<House, 'database' | 'clock' | 'log'>): Promise<void> {
  if ((await selectOperators(database, clock.now())).length > 0) return
  log.info(
    'there is no operator yet: run "npm run operator -- op add STEAMID64", then "npm run operator -- op link STEAMID64" and open the link',
  )
}
