import type { ServerListDelta, Server } from '@clutch/contract/api/servers/servers.ts'
import { parseCommaList } from '@clutch/contract/rules/servers/list/filter-query.ts'
import { matchesSelection } from '@clutch/contract/rules/servers/list/server-filter.ts'
import { defaultSort, sortServers } from '@clutch/contract/rules/servers/list/server-sort.ts'
import { type EncodedBody, encodeBody } from './encoded-body.ts'
import { FilteredBodyCache } from './filtered-body-cache.ts'

export interface ListFilter {
  modes?: string | undefined
  maps?: string | undefined
  regions?: string | undefined
}

/** By id, each with its JSON. */
type ServersById = Map<string, { server: Server; json: string }>

/** The list at one version, with the answers made of it. */
export class ListSnapshot {
  readonly version: string
  readonly body: EncodedBody
  readonly #servers: ServersById
  readonly #filtered = new FilteredBodyCache()
  /** Made when it is first asked for. */
  #ordered: readonly Server[] | undefined
  readonly #knownValues: { modes: Set<string>; maps: Set<string>; regions: Set<string> }

  private constructor(version: string, servers: ServersById, body: EncodedBody) {
    this.version = version
    this.body = body
    this.#servers = servers
    const all = [...servers.values()].map(({ server }) => server)
    this.#knownValues = {
      modes: new Set(all.map((server) => server.category)),
      maps: new Set(all.map((server) => server.map)),
      regions: new Set(all.map((server) => server.region)),
    }
  }

  static async make(version: string, list: readonly Server[]): Promise<ListSnapshot> {
    const servers = new Map(list.map((server) => [server.id, { server, json: JSON.stringify(server) }]))
    return new ListSnapshot(version, servers, await encodeBody(toJsonArray([...servers.values()])))
  }

  find(id: string): Server | undefined {
    return this.#servers.get(id)?.server
  }

  /** What leads from `before` to this snapshot. */
  since(before: ListSnapshot, at: number): ServerListDelta {
    const changed = [...this.#servers.values()].filter(
      ({ server, json }) => before.#servers.get(server.id)?.json !== json,
    )
    const removed = [...before.#servers.keys()].filter((id) => !this.#servers.has(id))
    return {
      from: before.version,
      to: this.version,
      at,
      changed: changed.map(({ server }) => server),
      removed,
    }
  }

  /** D13: the answer for a filter; unknown values match nothing. */
  filtered(filter: ListFilter): EncodedBody | Promise<EncodedBody> {
    const lists = {
      modes: this.#normalizeValues('modes', filter.modes),
      maps: this.#normalizeValues('maps', filter.maps),
      regions: this.#normalizeValues('regions', filter.regions),
    }
    if (lists.modes.length + lists.maps.length + lists.regions.length === 0) return this.body
    const selection = {
      modes: new Set(lists.modes),
      maps: new Set(lists.maps),
      regions: new Set(lists.regions),
    }
    return this.#filtered.get(JSON.stringify(lists), () =>
      toJsonArray([...this.#servers.values()].filter(({ server }) => matchesSelection(server, selection))),
    )
  }

  /** D6, D7, D13: the servers that a filter lets through, in the order of the list; unknown values match nothing. */
  select(filter: ListFilter): Server[] {
    const selection = {
      modes: new Set(parseCommaList(filter.modes)),
      maps: new Set(parseCommaList(filter.maps)),
      regions: new Set(parseCommaList(filter.regions)),
    }
    this.#ordered ??= sortServers(
      [...this.#servers.values()].map(({ server }) => server),
      defaultSort,
    )
    return this.#ordered.filter((server) => matchesSelection(server, selection))
  }

  /** Sorts a list and merges its unknown values, so that few different bodies are cached. */
  #normalizeValues(name: keyof ListFilter, list: string | undefined): string[] {
    const values = parseCommaList(list)
    const known = values.filter((value) => this.#knownValues[name].has(value)).toSorted()
    return values.length > 0 && known.length === 0 ? ['\0'] : known
  }
}

function toJsonArray(servers: readonly { json: string }[]): string {
  return `[${servers.map(({ json }) => json).join(',')}]`
}
