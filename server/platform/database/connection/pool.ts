import { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Deadlines } from './database-deadlines.ts'
import { prepareMarkedStatements } from './prepared-statements.ts'
import { PrimaryClient } from './primary-client.ts'

/**
 * A connection pool with timeouts: an unresponsive connection is closed and its query fails. Behind a pooler the database's own timeouts
 * are settings of the pooler, which refuses them from its clients.
 */
export class BoundedPool extends pg.Pool {
  readonly #within: Deadlines
  readonly #sockets = new Set<Socket>()

  constructor(options: pg.PoolConfig, within: Deadlines, log: Logger, isBehindPooler = false) {
    super({
      ...options,
      ...(!isBehindPooler && {
        statement_timeout: within.statementMs,
        // The database's timeout for a process that froze in a transaction: its locks block all others.
        idle_in_transaction_session_timeout: within.silenceMs,
      }),
      idleTimeoutMillis: within.silenceMs / 2,
      // A proxy may still lead to a former primary, which keeps the connection and refuses every write.
      Client: PrimaryClient,
      verify: (client, done) => void verifyPrimary(client, done),
    })
    this.#within = within
    this.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
    this.on('connect', (client) => this.#watch(client))
    if (!isBehindPooler) this.on('connect', prepareMarkedStatements)
  }

  /**
   * Lets queries in progress finish, up to a limit, and resolves when the last connection is closed: the pool
   * itself only starts that, and a database that stops meanwhile would break connections that are closing.
   */
  override async end(): Promise<void> {
    const late = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, this.#within.closeMs)
    try {
      await super.end()
    } finally {
      for (const socket of this.#sockets) await new Promise((closed) => socket.once('close', closed))
      clearTimeout(late)
    }
  }

  #watch(client: pg.PoolClient): void {
    // A connection that breaks while it is used also fails its query; without a listener it would end the process.
    client.on('error', () => undefined)
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    this.#sockets.add(stream)
    stream.once('close', () => this.#sockets.delete(stream))
    stream.setTimeout(this.#within.silenceMs, () => stream.destroy())
  }
}

async function verifyPrimary(client: pg.PoolClient, done: (error?: Error) => void): Promise<void> {
  let failure: Error | undefined
  try {
    if (client instanceof PrimaryClient) await client.refuseStandby()
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
  }
  done(failure)
}
