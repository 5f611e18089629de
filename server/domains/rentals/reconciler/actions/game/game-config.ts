import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { AppContext } from '../../../../../platform/context.ts'
import type { GameConfig } from '../../../game/game.ts'
import type { RentalRow } from '../../../rentals.store.ts'
import { readMode } from '../../../rental-status.ts'
import { openRentalSecret } from '../../../rental-secrets.ts'

/** Builds the present configuration of a rental's game server. Throws SealBroken if its key is lost. */
export function buildGameConfig({ keys }: Pick<AppContext, 'keys'>, rental: RentalRow): GameConfig {
  const { id, number, name, admins } = rental
  return {
    number,
    name,
    password: openRentalSecret(keys, id, 'password', rental.password),
    rconPassword: openRentalSecret(keys, id, 'rcon', rental.rcon_password),
    mode: readMode(rental),
    admins: admins as unknown as RentalAdmin[],
    reportSecret: openRentalSecret(keys, id, 'report', rental.report_secret),
  }
}
