import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type DatabaseAddress, connectionOptions } from './database-address.ts'
import { destroyConnection, closeWithin } from './close-connection.ts'
import type { NotifyHandler } from './listener.ts'
import { PrimaryClient } from './primary-client.ts'
import type { DB } from '../types.generated.ts'

/** Every advisory lock of the portal has its number here, in the portal's own class of locks. */
export const lockNumbers = {
  migrations: 1,
  poller: 2,
  boards: 3,
  fleet: 4,
  files: 5,
  backups: 6,
  reports: 7,
  conditions: 8,
  push: 9,
} as const
export const lockClass = 0x436c
/** The class of locks that exist once per item. */
const lockOfClass = 0x436d

export type LockName = keyof typeof lockNumbers

const answerWithinMs = 2_000

/** How often the connection of a lock asks something, at least. */
const askEveryMs = 5_000

/**
 * The database's timeouts for a lock holder that vanished, or whose process froze while the kernel still answers for it: with the
 * defaults no other process could take the lock for hours, or ever.
 */
const giveUpSoon = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
  set idle_session_timeout = '15s'`

/** A session lock: held while its connection lives, which only the connection itself can report. */
export interface HeldLock {
  /** Aborts at the moment the lock is known to be lost, not when it is released. */
  readonly lost: AbortSignal
  /** Asks the connection whether the database still counts the lock as its own; no answer within 2 s is a no, and a loss. */
  held(): Promise<boolean>
  /** LISTEN on the lock's own connection: notifications arrive only while the lock is held. */
  listen(channel: string, handler: NotifyHandler): Promise<void>
  /** Gives the lock back and closes its connection. */
  release(): Promise<void>
}

/**
 * Takes the named lock, or the one for the item `of`, on a new connection; null while another process holds
 * it. Throws when the database is unreachable or a standby.
 */
export async function tryLock(
  address: DatabaseAddress,
  name: LockName,
  of?: string,
): Promise<HeldLock | null> {
  const client = new PrimaryClient({ ...connectionOptions(address), query_timeout: answerWithinMs })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    // A standby has locks of its own, which no process at the primary sees.
    await client.refuseStandby()
    await client.query(giveUpSoon)
    const answer = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      ...keyOf(name, of),
    ])
    if (answer.rows[0]?.taken) return hold(client, keyOf(name, of), lost)
  } catch (error) {
    await closeWithin(client, answerWithinMs)
    throw error
  }
  await closeWithin(client, answerWithinMs)
  return null
}

/** Waits for the named lock, or the one for the item `of`, on behalf of a transaction, which holds it until it ends. */
export async function lockTransaction(tx: Kysely<DB>, name: LockName, of?: string): Promise<void> {
  const [lock, item] = keyOf(name, of)
  await sql`select pg_advisory_xact_lock(${lock}::integer, ${item}::integer)`.execute(tx)
}

/** Runs `work` while holding the named lock on `client`; waits for the current holder. */
export async function withLock<T>(client: pg.ClientBase, name: LockName, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1, $2)', [lockClass, lockNumbers[name]])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', [lockClass, lockNumbers[name]])
  }
}

function keyOf(name: LockName, of?: string): [number, number] {
  if (of === undefined) return [lockClass, lockNumbers[name]]
  const digest = createHash('sha256').update(`${name} ${of}`).digest()
  return [lockOfClass, digest.readUInt32BE() >>> 1]
}

function hold(client: pg.Client, key: [number, number], lost: AbortController): HeldLock {
  let turn: Promise<unknown> = Promise.resolve()
  let askedAt = performance.now()
  // One question at a time: pg wants no second one before the answer to the first.
  const ask = (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    askedAt = performance.now()
    const answer = turn.then(() => client.query(text, values))
    turn = answer.catch(() => undefined)
    return answer
  }
  const asking = setInterval(() => {
    // Without an answer it is lost only if the database closes it: many holders ask nothing else for hours.
    if (performance.now() - askedAt > askEveryMs / 2) void ask('select 1').catch(() => undefined)
  }, askEveryMs).unref()
  lost.signal.addEventListener('abort', () => clearInterval(asking), { once: true })
  const isHeld = async () => {
    const answer = await ask(
      `select 1 from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
         and classid = $1 and objid = $2 and objsubid = 2`,
      key,
    )
    return answer.rowCount === 1
  }
  return {
    lost: lost.signal,
    async held() {
      if (lost.signal.aborted) return false
      if (await isHeld().catch(() => false)) return true
      lost.abort()
      destroyConnection(client)
      return false
    },
    async listen(channel, handler) {
      client.on('notification', (message) => message.channel === channel && handler(message.payload ?? ''))
      await ask(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async release() {
      clearInterval(asking)
      client.removeAllListeners('end')
      await closeWithin(client, answerWithinMs)
    },
  }
}
