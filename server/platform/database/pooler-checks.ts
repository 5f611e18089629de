import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, UnsupportedDatabase, notify } from './index.ts'

const channel = 'clutch_start'
const heardWithinMs = 10_000

/**
 * Throws UnsupportedDatabase where notifications do not arrive: through a pooler in transaction mode LISTEN succeeds and has no effect, and
 * everything that waits for a notification would come late.
 */
export async function checkNotifications(database: Database, withinMs = heardWithinMs): Promise<void> {
  const heard = Promise.withResolvers<boolean>()
  const own = randomUUID()
  const stop = await database.listen(channel, (payload) => {
    if (payload === own) heard.resolve(true)
  })
  const late = setTimeout(() => heard.resolve(false), withinMs)
  try {
    await notify(database, channel, own)
    if (await heard.promise) return
  } finally {
    clearTimeout(late)
    stop()
  }
  throw new UnsupportedDatabase(
    'the database does not deliver notifications: with a pooler in transaction mode set CLUTCH_DATABASE_DIRECT_URL, too',
  )
}

/** Whether the database ends a statement, and a transaction without one, that takes too long, as the portal's own connections ask it to. */
export async function hasTimeouts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ is_limited: boolean }>`select current_setting('statement_timeout') <> '0'
    and current_setting('idle_in_transaction_session_timeout') <> '0' as is_limited`.execute(database)
  return rows[0]?.is_limited === true
}
