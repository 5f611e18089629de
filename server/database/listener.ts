import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** Null: the connection was lost for a while, so notifications may have been missed. */
export type NotifyHandler = (payload: string | null) => void

const firstRetryMs = 100
const lastRetryMs = 5_000

/** LISTEN on one dedicated connection, opened with the first channel and opened again, for ever, when it breaks. */
export class Listener {
  readonly #options: pg.ClientConfig
  readonly #log: Logger
  readonly #channels = new Map<string, Set<NotifyHandler>>()
  readonly #closing = new AbortController()
  #client: Promise<pg.Client> | undefined

  constructor(options: pg.ClientConfig, log: Logger) {
    this.#options = options
    this.#log = log
  }

  /** Resolves once the database has taken the LISTEN; call what it answers to stop. Throws when the database is not there. */
  async listen(channel: string, handler: NotifyHandler): Promise<() => void> {
    const handlers = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, handlers.add(handler))
    const connecting = (this.#client ??= this.#connect())
    try {
      const client = await connecting
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      handlers.delete(handler)
      if (this.#client === connecting) this.#client = undefined
      throw error
    }
    return () => handlers.delete(handler)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#options)
    client.on('error', (error) => this.#log.warn({ err: error }, 'the listening database connection broke'))
    await client.connect()
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#client = this.#reconnect()
    })
    return client
  }

  async #reconnect(): Promise<pg.Client> {
    for (let pauseMs = firstRetryMs; ; pauseMs = Math.min(pauseMs * 2, lastRetryMs)) {
      await wait(pauseMs, undefined, { signal: this.#closing.signal, ref: false })
      try {
        return await this.#resume()
      } catch (error) {
        this.#log.warn({ err: error }, 'cannot listen to the database, trying again')
      }
    }
  }

  async #resume(): Promise<pg.Client> {
    const client = await this.#connect()
    for (const channel of this.#channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    for (const channel of this.#channels.keys()) this.#tell(channel, null)
    return client
  }

  #tell(channel: string, payload: string | null): void {
    for (const handler of this.#channels.get(channel) ?? []) handler(payload)
  }
}
