import type { LeaseAdmin } from '@clutch/contract/rules/lease-fields.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { GameFacts } from '../game/game.ts'
import type { LeaseRow } from '../lease-store.ts'
import { openLease } from '../secrets.ts'

/** What the game server of a lease is told now. Throws SealBroken where its key is gone. */
export function gameFacts({ keys }: Pick<AppContext, 'keys'>, lease: LeaseRow): GameFacts {
  const { id, number, name, admins } = lease
  return {
    number,
    name,
    password: openLease(keys, id, 'password', lease.password),
    rconPassword: openLease(keys, id, 'rcon', lease.rcon_password),
    admins: admins as unknown as LeaseAdmin[],
    reportSecret: openLease(keys, id, 'report', lease.report_secret),
  }
}
