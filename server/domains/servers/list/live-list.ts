import type { ServerListDelta, Server } from '@clutch/contract/api/servers/servers.ts'
import type { AppContext } from '../../../platform/context.ts'
import { SingleFlight } from '../../../platform/lifecycle/single-flight.ts'
import { toListedServer } from './listed-server.ts'
import { listChannel } from '../registry/registry.store.ts'
import { normalizeAddress } from '../addresses/address-resolver.ts'
import { ListSnapshot } from './list-snapshot.ts'
import { type ListRow, selectServerList } from '../polling/server-status.store.ts'

/** What the web side may know of a registered server beyond the list; the RCON password stays sealed. */
export interface ServerTarget {
  id: string
  ip: string
  port: number
  protocol: string
  sealedRcon: string | null
}

type DeltaListener = (delta: ServerListDelta) => void

/**
 * The list as this process serves it, from memory alone: loaded at start and whenever the database says it changed.
 * When the database or the poller is gone it stays as it was, with its time.
 */
export class LiveList {
  readonly #context: Pick<AppContext, 'database' | 'log'>
  readonly #listeners = new Set<DeltaListener>()
  readonly #reloads = new SingleFlight(() => this.#load())
  #snapshot: ListSnapshot
  #byAddress = new Map<string, ServerTarget>()
  #at = 0
  #unlisten: (() => void) | undefined

  private constructor(context: Pick<AppContext, 'database' | 'log'>, empty: ListSnapshot) {
    this.#context = context
    this.#snapshot = empty
  }

  /** Loads the last known list, however old, and follows it from here on. */
  static async open(context: Pick<AppContext, 'database' | 'log'>): Promise<LiveList> {
    const live = new LiveList(context, await ListSnapshot.make('0', []))
    live.#unlisten = await context.database.listen(listChannel, (payload) => live.#onNotification(payload))
    await live.#reloads.run()
    return live
  }

  get snapshot(): ListSnapshot {
    return this.#snapshot
  }

  /** When the list was last confirmed, ms since 1970 (UTC); 0 for never. */
  get at(): number {
    return this.#at
  }

  find(id: string): Server | undefined {
    return this.#snapshot.find(id)
  }

  /** D14: the registered server at an address; hidden ones are not among them. */
  findAt(ip: string, port: number): ServerTarget | undefined {
    return this.#byAddress.get(`${normalizeAddress(ip)} ${port}`)
  }

  /** Calls `watcher` for every step of the list, and for confirmations as steps that change nothing; returns how to stop. */
  watch(watcher: DeltaListener): () => void {
    this.#listeners.add(watcher)
    return () => this.#listeners.delete(watcher)
  }

  async close(): Promise<void> {
    this.#unlisten?.()
    await this.#reloads.settled()
  }

  #onNotification(payload: string | null): void {
    const [version, at] = payload?.split(' ') ?? []
    if (version !== this.#snapshot.version || this.#reloads.isBusy) void this.#reload()
    else if (Number(at) > this.#at) this.#confirm(Number(at))
  }

  #confirm(at: number): void {
    this.#at = at
    const { version } = this.#snapshot
    this.#notifyListeners({ from: version, to: version, at, changed: [], removed: [] })
  }

  async #reload(): Promise<void> {
    try {
      await this.#reloads.run()
    } catch (error) {
      this.#context.log.warn({ err: error }, 'cannot load the server list, keeping the last')
    }
  }

  async #load(): Promise<void> {
    const { version, at, rows } = await selectServerList(this.#context.database)
    const before = this.#snapshot
    const after = await ListSnapshot.make(version, rows.map(toListedServer))
    this.#snapshot = after
    this.#at = at
    this.#byAddress = new Map(rows.map((row) => [`${row.ip} ${row.port}`, toServerTarget(row)]))
    if (after.version !== before.version) this.#notifyListeners(after.since(before, at))
  }

  #notifyListeners(delta: ServerListDelta): void {
    for (const watcher of this.#listeners) watcher(delta)
  }
}

function toServerTarget({ id, ip, port, protocol, rcon_password }: ListRow): ServerTarget {
  return { id, ip: ip ?? '', port: port ?? 0, protocol: protocol ?? 'valve', sealedRcon: rcon_password }
}
