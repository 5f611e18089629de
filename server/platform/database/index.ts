import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type DatabaseAddress, connectionOptions, poolerOptions } from './connection/database-address.ts'
import { observedQueries } from './connection/query-observer.ts'
import { type Deadlines, deadlines } from './connection/database-deadlines.ts'
import { Listener } from './connection/listener.ts'
import { type HeldLock, type LockName, tryLock } from './connection/lock.ts'
import { BoundedPool } from './connection/pool.ts'
import { readSnapshot } from './search-timeout.ts'
import type { DB } from './types.generated.ts'

export { externalDatabase } from './connection/database-address.ts'
export type { DatabaseAddress } from './connection/database-address.ts'
export type { HeldLock, LockName } from './connection/lock.ts'
export type { NotifyHandler } from './connection/listener.ts'
export { setQueryObserver } from './connection/query-observer.ts'
export type { FinishedQuery } from './connection/query-observer.ts'
export { selectHeldLocks } from './connection/held-locks.ts'
export { lockTransaction } from './connection/lock.ts'
export { migrate } from './migrate.ts'
export { UnsupportedDatabase } from './unsupported-database.ts'
export { prepared } from './connection/prepared-statements.ts'
export { playerName, lastInGameName } from './player-name.ts'
export { countRows } from './count-rows.ts'
export { deleteInSlices } from './delete-in-slices.ts'
export { containsText, steamIdBeginsWith } from './text-search.ts'
export { readSnapshot, withSearchTimeout } from './search-timeout.ts'
export { isUniqueViolation } from './unique-violation.ts'
export { iterateInSteps, searchInSteps } from './iterate-in-steps.ts'

/** What a store takes: the database itself or a transaction of it. */
export type Queries = Kysely<DB>

/** Connections of a pool, and queries that wait for one. */
export interface PoolState {
  total: number
  idle: number
  waiting: number
  max: number
}

/** The database: Kysely's queries over one pool, and the two functions that need their own connection. */
export class Database extends Kysely<DB> {
  readonly address: DatabaseAddress
  readonly #pool: BoundedPool
  readonly #listener: Listener

  constructor(address: DatabaseAddress, pool: BoundedPool, listener: Listener) {
    super({ dialect: new PostgresDialect({ pool }), ...observedQueries() })
    this.address = address
    this.#pool = pool
    this.#listener = listener
  }

  /** Calls `handler` for each NOTIFY on a channel, and with null after a lost connection: something may have been missed. */
  listen(channel: string, handler: (payload: string | null) => void): Promise<() => void> {
    return this.#listener.listen(channel, handler)
  }

  /** Runs SQL that a library made (its jobs): several statements where there are no values. */
  async raw(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#pool.query<pg.QueryResultRow>(text, values)
  }

  /** How busy the pool is, for the metrics. */
  poolState(): PoolState {
    const { totalCount: total, idleCount: idle, waitingCount: waiting, options } = this.#pool
    return { total, idle, waiting, max: options.max }
  }

  /** Reads as of one moment, and gives up a statement that takes longer than `ms`. */
  readWithin<T>(ms: number, read: (tx: Queries) => Promise<T>): Promise<T> {
    return readSnapshot(this, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx)
      return read(tx)
    })
  }

  /**
   * Takes the named session lock (`of` one item) on its own connection; null while another process holds it.
   */
  tryLock(name: LockName, of?: string): Promise<HeldLock | null> {
    return tryLock(this.address, name, of)
  }

  /** Closes every connection, within 2 s: one that does not answer is dropped, and its query fails. */
  override async destroy(): Promise<void> {
    await this.#listener.close()
    await super.destroy()
  }
}

/** Opens a pool (lazily: nothing is connected yet). Idle connections that break are logged, not thrown. */
export function openDatabase(
  address: DatabaseAddress,
  log: Logger,
  connections = 10,
  within: Deadlines = deadlines,
): Database {
  const options = connectionOptions(address)
  const pooler = poolerOptions(address)
  const pool = new BoundedPool({ ...(pooler ?? options), max: connections }, within, log, pooler !== null)
  return new Database(address, pool, new Listener(options, within, log))
}

/**
 * Notifies the listeners of a channel; in a transaction, on commit. The payload holds at most 7,999 bytes.
 */
export async function notify(queries: Queries, channel: string, payload = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(queries)
}

/** The database's time. */
export async function databaseTime(queries: Queries): Promise<Date> {
  const answer = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(queries)
  const [row] = answer.rows
  if (!row) throw new Error('the database did not report its time')
  return row.now
}

/** Which PostgreSQL it is, such as `18.1`. */
export async function databaseVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(queries)
  return rows[0]?.version.split(' ')[0] ?? ''
}

/** Whether the database answers a query now and takes writes; a pooler may still lead to a former primary. */
export async function isDatabaseReachable(queries: Queries): Promise<boolean> {
  return sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(queries).then(
    ({ rows }) => rows[0]?.is_standby === false,
    () => false,
  )
}
