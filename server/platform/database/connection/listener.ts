import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { destroyConnection, closeWithin } from './close-connection.ts'
import type { Deadlines } from './database-deadlines.ts'

/** Null: the connection was lost for a while, so notifications may have been missed. */
export type NotifyHandler = (payload: string | null) => void

const firstRetryMs = 100
const lastRetryMs = 5_000

/**
 * LISTEN on one dedicated connection, opened with the first channel and opened again, without a limit of attempts, when it breaks or no
 * longer answers.
 */
export class Listener {
  readonly #options: pg.ClientConfig
  readonly #within: Deadlines
  readonly #log: Logger
  readonly #channels = new Map<string, Set<NotifyHandler>>()
  readonly #closing = new AbortController()
  #client: Promise<pg.Client> | undefined
  /** Settled when the connection is free for the next question. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: pg.ClientConfig, within: Deadlines, log: Logger) {
    this.#options = { ...options, query_timeout: within.listenerAnswerMs }
    this.#within = within
    this.#log = log
  }

  /**
   * Resolves once the database has accepted the LISTEN; call the returned function to stop. Throws when the
   * database is unreachable.
   */
  async listen(channel: string, handler: NotifyHandler): Promise<() => void> {
    const handlers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, handlers.add(handler))
    try {
      const client = await (this.#client ??= this.#first())
      await this.#ask(client, `listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      handlers.delete(handler)
      throw error
    }
    return () => handlers.delete(handler)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const client = await this.#client?.catch(() => undefined)
    if (client) await closeWithin(client, this.#within.closeMs)
  }

  /** One question at a time: pg wants no second one before the answer to the first. */
  #ask(client: pg.Client, question: string): Promise<unknown> {
    const answer = this.#turn.then(() => client.query(question))
    this.#turn = answer.catch(() => undefined)
    return answer
  }

  /** The first connection is not retried: the caller receives the error. */
  #first(): Promise<pg.Client> {
    return this.#open().catch((error: unknown) => {
      this.#client = undefined
      throw error
    })
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pauseMs = firstRetryMs; ; pauseMs = Math.min(pauseMs * 2, lastRetryMs)) {
      await wait(pauseMs, undefined, { signal: this.#closing.signal, ref: false })
      try {
        const client = await this.#open()
        for (const channel of this.#channels.keys()) this.#tell(channel, null)
        return client
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot listen to the database, trying again')
      }
    }
  }

  /** Opens a connection that listens on every channel. Only from then on does its end open the next one. */
  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#options)
    const drop = () => destroyConnection(client)
    client.on('error', (error) => this.#log.warn({ err: error }, 'the listening database connection broke'))
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    this.#closing.signal.addEventListener('abort', drop)
    try {
      await client.connect()
      for (const channel of this.#channels.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      drop()
      throw error
    } finally {
      this.#closing.signal.removeEventListener('abort', drop)
    }
    this.#follow(client)
    return client
  }

  #follow(client: pg.Client): void {
    const ended = new AbortController()
    client.once('end', () => {
      ended.abort()
      if (this.#closing.signal.aborted) return
      this.#client = this.#reconnect()
      // Rejects only at close, when there may be no caller waiting.
      this.#client.catch(() => undefined)
    })
    void this.#keepAsking(client, AbortSignal.any([ended.signal, this.#closing.signal]))
  }

  /**
   * Destroys a connection that does not answer, which opens the next: its socket may never report an error.
   */
  async #keepAsking(client: pg.Client, over: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await wait(this.#within.askListenerEveryMs, undefined, { signal: over, ref: false })
        await this.#ask(client, 'select 1')
      }
    } catch {
      if (!over.aborted) destroyConnection(client)
    }
  }

  #tell(channel: string, payload: string | null): void {
    for (const handler of this.#channels.get(channel) ?? []) handler(payload)
  }
}
