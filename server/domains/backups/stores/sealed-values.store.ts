import { sql } from 'kysely'
import pg from 'pg'
import type { Queries } from '../../../platform/database/index.ts'
import type { Session } from './backup-session.store.ts'

/** Columns with sealed texts, and what to do about a text that no key opens. `path`: of a field in JSON. */
const sealedColumns = [
  { table: 'servers', column: 'rcon_password', lost: 'RCON passwords of game servers: enter them again' },
  {
    table: 'second_factors',
    column: 'secret',
    lost: 'second factors: `npm run operator -- op forget-second-factor` for each, then they turn it on again',
  },
  {
    table: 'gift_cards',
    column: 'sealed',
    lost: 'codes of purchased gift cards, which can no longer be read or redeemed',
  },
  { table: 'rentals', column: 'password', lost: 'passwords of rented servers: their owners set others' },
  {
    table: 'rentals',
    column: 'rcon_password',
    lost: 'RCON passwords of rented servers: move each, or let it end',
  },
  {
    table: 'rentals',
    column: 'report_secret',
    lost: 'report secrets of rented servers: move each, or let it end',
  },
  {
    table: 'login_tokens',
    column: 'token',
    lost: 'login tokens of game servers: remove them and add others',
  },
  { table: 'game_settings', column: 'workshop_key', lost: 'the Workshop key: enter it again' },
  {
    table: 'notification_channels',
    column: 'target',
    lost: 'addresses of notification channels: enter them again',
  },
  {
    table: 'notification_channels',
    column: 'secret',
    lost: 'secrets of signed webhooks: give each channel a new one',
  },
  {
    table: 'notification_channels',
    column: 'former_secret',
    lost: 'former secrets of signed webhooks, which sign for a day after a new one',
  },
  {
    table: 'push_keys',
    column: 'private_key',
    lost: 'the key for push services: the portal makes another one',
  },
  {
    table: 'push_subscriptions',
    column: 'target',
    lost: 'browsers with notifications: their players turn them on again',
  },
  { table: 'orders', column: 'options', path: 'password', lost: 'passwords in orders of rented servers' },
] as const

/** What a sealed text begins with: the name of its key. */
const sealedForm = '^[a-z0-9-]{1,16}\\.[A-Za-z0-9_-]{38,}$'

type SealedColumn = (typeof sealedColumns)[number]

/** The sealed columns that this database has. */
export async function listSealed(session: Session): Promise<readonly SealedColumn[]> {
  const answer = await session.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = current_schema()`,
  )
  const places = new Set(answer.rows.map(({ place }) => place))
  return sealedColumns.filter(({ table, column }) => places.has(`${table}.${column}`))
}

/** The names of all keys that sealed something. */
export async function sealingKeys(session: Session): Promise<string[]> {
  const ids = new Set<string>()
  for (const one of await listSealed(session)) {
    const answer = await session.query<{ id: string }>(
      `select distinct split_part(${textOf(one)}, '.', 1) as id from ${from(one)} where ${textOf(one)} ~ '${sealedForm}'`,
    )
    for (const { id } of answer.rows) ids.add(id)
  }
  return [...ids].toSorted()
}

/** Counts the gift cards that can still be redeemed: their codes are found by hashes that need the key. */
export async function countOpenGiftCards(session: Session): Promise<number> {
  const answer = await session.query<{ count: number }>(
    `select count(*)::integer as count from gift_cards where used_at is null and void_at is null and expires_at > now()`,
  )
  return answer.rows[0]?.count ?? 0
}

/** Counts the sealed values that none of these keys opens, with what to do about them. */
export async function countUnreadable(
  session: Session,
  keys: readonly string[],
): Promise<{ count: number; lost: string }[]> {
  const unreadable: { count: number; lost: string }[] = []
  for (const one of await listSealed(session)) {
    const answer = await session.query<{ count: number }>(
      `select count(*)::integer as count from ${from(one)}
       where ${textOf(one)} ~ '${sealedForm}' and split_part(${textOf(one)}, '.', 1) <> all($1)`,
      [keys],
    )
    const count = answer.rows[0]?.count ?? 0
    if (count > 0) unreadable.push({ count, lost: one.lost })
  }
  return unreadable
}

/** Counts the sealed values of a migrated database by the key id that they name, with what to do once that key is lost. */
export async function countSealedByKey(
  queries: Queries,
): Promise<{ id: string; count: number; lost: string }[]> {
  const counts = sealedColumns.map(
    (one) =>
      `select split_part(${textOf(one)}, '.', 1) as id, count(*)::integer as count, ${pg.escapeLiteral(one.lost)} as lost
       from ${from(one)} where ${textOf(one)} ~ '${sealedForm}' group by 1`,
  )
  const answer = await sql
    .raw<{ id: string; count: number; lost: string }>(counts.join(' union all '))
    .execute(queries)
  return answer.rows
}

const from = ({ table }: SealedColumn) => pg.escapeIdentifier(table)

function textOf(one: SealedColumn): string {
  const column = pg.escapeIdentifier(one.column)
  return 'path' in one ? `(${column} ->> ${pg.escapeLiteral(one.path)})` : column
}
