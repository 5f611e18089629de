import type { ServerPlayer, ServerInfo } from '@clutch/contract/api/servers/servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { playerListMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { ServerTarget } from '../list/live-list.ts'
import type { QueriedPlayer, QueryDriver } from '../query/query-driver.ts'
import { QueryFailed } from '../query/query-failed.ts'

/**
 * Returns the players of a server whose own answer has no names, or null if this source does not know either.
 */
export type NameSource = (server: ServerTarget) => Promise<QueriedPlayer[] | null>

interface CachedInfo {
  info: Promise<ServerInfo>
  until: number
}

/** The number of cached answers above which old ones are removed. */
const maxCached = 500

/** D14: returns the players of a registered server, queried at most once in 3 s for all callers. */
export class PlayerLookup {
  readonly #query: QueryDriver
  readonly #sources: readonly NameSource[]
  readonly #clock: Clock
  readonly #cache = new Map<string, CachedInfo>()

  /** `sources` are asked for names in this order, after the server itself. */
  constructor(query: QueryDriver, sources: readonly NameSource[], clock: Clock) {
    this.#query = query
    this.#sources = sources
    this.#clock = clock
  }

  /** Throws `server.unreachable` when the server does not answer. */
  get(server: ServerTarget): Promise<ServerInfo> {
    const key = `${server.id} ${server.ip} ${server.port}`
    const now = this.#clock.monotonicMs()
    const cached = this.#cache.get(key)
    if (cached && cached.until > now) return cached.info
    if (this.#cache.size > maxCached) this.#removeExpired(now)
    const entry = { info: this.#lookUp(server), until: Infinity }
    const settled = () => {
      entry.until = this.#clock.monotonicMs() + playerListMaxAgeMs
    }
    entry.info.then(settled, settled)
    this.#cache.set(key, entry)
    return entry.info
  }

  async #lookUp(server: ServerTarget): Promise<ServerInfo> {
    const list = await this.#queryPlayers(server)
    const at = this.#clock.now().getTime()
    if (list.length === 0 || list.some((player) => player.name !== '')) return toServerInfo(list, at)
    for (const source of this.#sources) {
      const namedPlayers = await source(server)
      if (namedPlayers && namedPlayers.length > 0) return toServerInfo(fitToCount(namedPlayers, list), at)
    }
    return { players: { list: list.map(toPlayer) }, names: 'hidden', at }
  }

  async #queryPlayers(server: ServerTarget): Promise<QueriedPlayer[]> {
    try {
      const answer = await this.#query.ask(server, { list: true })
      return answer.list ?? []
    } catch (cause) {
      if (!(cause instanceof QueryFailed)) throw cause
      throw new PortalError('server.unreachable', 'The server does not answer', { cause })
    }
  }

  #removeExpired(now: number): void {
    for (const [key, { until }] of this.#cache) if (until <= now) this.#cache.delete(key)
  }
}

/** Returns as many rows as the server counted: a source may still list a player who left, or not yet all. */
function fitToCount(
  namedPlayers: readonly QueriedPlayer[],
  counted: readonly QueriedPlayer[],
): QueriedPlayer[] {
  const missing = Math.max(0, counted.length - namedPlayers.length)
  const nameless = Array.from({ length: missing }, () => ({ name: '' }))
  return [...namedPlayers.slice(0, counted.length), ...nameless]
}

function toServerInfo(list: readonly QueriedPlayer[], at: number): ServerInfo {
  return { players: { list: list.map(toPlayer) }, names: 'shown', at }
}

function toPlayer({ name, seconds }: QueriedPlayer): ServerPlayer {
  return { name, raw: seconds === undefined ? {} : { time: seconds } }
}
