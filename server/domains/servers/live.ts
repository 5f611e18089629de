import type { ServerListDelta, Server } from '@clutch/contract/api/servers.ts'
import type { AppContext } from '../../platform/context.ts'
import { SingleFlight } from '../../platform/lifecycle/single-flight.ts'
import { toServer } from './list.ts'
import { listChannel } from './registry-store.ts'
import { canonicalHost } from './resolve.ts'
import { Snapshot } from './snapshot.ts'
import { type ListRow, selectList } from './status-store.ts'

/** What the web side may know of a registered server beyond the list; the RCON password stays sealed. */
export interface Registered {
  id: string
  ip: string
  port: number
  protocol: string
  sealedRcon: string | null
}

type Watcher = (delta: ServerListDelta) => void

/**
 * The list as this process serves it, from memory alone: loaded at start and whenever the database says it changed.
 * When the database or the poller is gone it stays as it was, with its time.
 */
export class LiveList {
  readonly #context: Pick<AppContext, 'database' | 'log'>
  readonly #watchers = new Set<Watcher>()
  readonly #loads = new SingleFlight(() => this.#load())
  #snapshot: Snapshot
  #registered = new Map<string, Registered>()
  #at = 0
  #unlisten: (() => void) | undefined

  private constructor(context: Pick<AppContext, 'database' | 'log'>, empty: Snapshot) {
    this.#context = context
    this.#snapshot = empty
  }

  /** Loads the last known list, however old, and follows it from here on. */
  static async open(context: Pick<AppContext, 'database' | 'log'>): Promise<LiveList> {
    const live = new LiveList(context, await Snapshot.make('0', []))
    live.#unlisten = await context.database.listen(listChannel, (payload) => live.#heard(payload))
    await live.#loads.run()
    return live
  }

  get snapshot(): Snapshot {
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
  findAt(ip: string, port: number): Registered | undefined {
    return this.#registered.get(`${canonicalHost(ip)} ${port}`)
  }

  /** Calls `watcher` for every step of the list, and for confirmations as steps that change nothing; returns how to stop. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async close(): Promise<void> {
    this.#unlisten?.()
    await this.#loads.settled()
  }

  #heard(payload: string | null): void {
    const [version, at] = payload?.split(' ') ?? []
    if (version !== this.#snapshot.version || this.#loads.isBusy) void this.#reload()
    else if (Number(at) > this.#at) this.#confirm(Number(at))
  }

  #confirm(at: number): void {
    this.#at = at
    const { version } = this.#snapshot
    this.#tell({ from: version, to: version, at, changed: [], removed: [] })
  }

  async #reload(): Promise<void> {
    try {
      await this.#loads.run()
    } catch (error) {
      this.#context.log.warn({ err: error }, 'cannot load the server list, keeping the last')
    }
  }

  async #load(): Promise<void> {
    const { version, at, rows } = await selectList(this.#context.database)
    const before = this.#snapshot
    const after = await Snapshot.make(version, rows.map(toServer))
    this.#snapshot = after
    this.#at = at
    this.#registered = new Map(rows.map((row) => [`${row.ip} ${row.port}`, toRegistered(row)]))
    if (after.version !== before.version) this.#tell(after.since(before, at))
  }

  #tell(delta: ServerListDelta): void {
    for (const watcher of this.#watchers) watcher(delta)
  }
}

function toRegistered({ id, ip, port, protocol, rcon_password }: ListRow): Registered {
  return { id, ip: ip ?? '', port: port ?? 0, protocol: protocol ?? 'valve', sealedRcon: rcon_password }
}
