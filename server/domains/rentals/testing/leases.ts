import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import { insertUser } from '../../accounts/users/users.store.ts'
import type { Leases } from '../../../platform/database/types.generated.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type LeaseRow, lockLease } from '../lease-store.ts'
import { sealLease } from '../secrets.ts'

const dayMs = 24 * 3_600_000
const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** What differs from a lease of 30 days in Shanghai that was paid this moment. The secrets are given in plain words. */
export type LeaseWish = Partial<Insertable<Leases>> & { termMs?: number }

/** Puts a lease straight into the database, due now, and its owner too where only `owner` (SteamID64) or nobody is named. */
export async function makeLease(context: AppContext, wish: LeaseWish = {}): Promise<LeaseRow> {
  const { termMs = 30 * dayMs, ...given } = wish
  const { database, clock, keys } = context
  const now = clock.now()
  const id = given.id ?? randomUUIDv7()
  const owner = String(given.owner ?? freshSteamId())
  const userId = given.user_id ?? (await makeOwner(context, owner))
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
    password: sealLease(keys, id, 'password', given.password ?? 'pass1234'),
    rcon_password: sealLease(keys, id, 'rcon', given.rcon_password ?? 'rcon1234'),
    report_secret: sealLease(keys, id, 'report', given.report_secret ?? 'report1234'),
  }
  await database.insertInto('leases').values(row).execute()
  const made = await lockLease(database, id)
  if (!made) throw new Error('the lease was not written')
  return made
}

async function makeOwner({ database, clock }: AppContext, steamId: string): Promise<string> {
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

function freshSteamId(): string {
  return String(76_561_197_960_265_728n + BigInt(randomInt(1, 2_000_000_000)))
}
