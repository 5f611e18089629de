import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import { insertUser } from '../../accounts/users/users.store.ts'
import type { Rentals } from '../../../platform/database/types.generated.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type RentalRow, lockRental } from '../rentals.store.ts'
import { sealRentalSecret } from '../rental-secrets.ts'

const dayMs = 24 * 3_600_000
const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** What differs from a rental of 30 days in Shanghai that was paid this moment. The secrets are given in plain words. */
export type RentalOverrides = Partial<Insertable<Rentals>> & { termMs?: number }

/** Inserts a rental that is due now, and its owner where only `owner` (SteamID64) or no one is given. */
export async function createTestRental(context: AppContext, wish: RentalOverrides = {}): Promise<RentalRow> {
  const { termMs = 30 * dayMs, ...given } = wish
  const { database, clock, keys } = context
  const now = clock.now()
  const id = given.id ?? randomUUIDv7()
  const owner = String(given.owner ?? randomSteamId())
  const userId = given.user_id ?? (await findOrCreateOwner(context, owner))
  const row = {
    number: `sv-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`,
    name: 'Practice',
    relocatable: true,
    region: 'ap-shanghai',
    duration: '1m',
    created_at: now,
    expires_at: new Date(now.getTime() + termMs),
    state: 'creating',
    state_at: now,
    due_at: now,
    changed_at: now,
    ...given,
    id,
    owner,
    user_id: userId,
    password: sealRentalSecret(keys, id, 'password', given.password ?? 'pass1234'),
    rcon_password: sealRentalSecret(keys, id, 'rcon', given.rcon_password ?? 'rcon1234'),
    report_secret: sealRentalSecret(keys, id, 'report', given.report_secret ?? 'report1234'),
  }
  await database.insertInto('rentals').values(row).execute()
  const created = await lockRental(database, id)
  if (!created) throw new Error('the rental was not written')
  return created
}

async function findOrCreateOwner({ database, clock }: AppContext, steamId: string): Promise<string> {
  const found = await database
    .selectFrom('users')
    .select('id')
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  if (found) return found.id
  const id = randomUUIDv7()
  await insertUser(database, { id, steam_id: steamId, created_at: clock.now() })
  return id
}

function randomSteamId(): string {
  return String(76_561_197_960_265_728n + BigInt(randomInt(1, 2_000_000_000)))
}
