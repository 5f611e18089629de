import type { ServerPlayer, ServerInfo } from '@clutch/contract/api/servers.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { playerListMaxAgeMs } from '@clutch/contract/limits.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Registered } from './live.ts'
import type { AnswerPlayer, Driver } from './query.ts'
import { ServerSilent } from './silent.ts'

/** Tells who plays on a server whose own answer has no names, or null where this source does not know either. */
export type NameSource = (server: Registered) => Promise<AnswerPlayer[] | null>

interface Kept {
  info: Promise<ServerInfo>
  until: number
}

/** How many answers are kept before the old ones are looked through. */
const keptMax = 500

/** D14: who plays on a registered server, asked at most once in 3 s whoever wants to know. */
export class PlayerLookup {
  readonly #query: Driver
  readonly #sources: readonly NameSource[]
  readonly #clock: Clock
  readonly #kept = new Map<string, Kept>()

  /** `sources` are asked for names in this order, after the server itself. */
  constructor(query: Driver, sources: readonly NameSource[], clock: Clock) {
    this.#query = query
    this.#sources = sources
    this.#clock = clock
  }

  /** Throws `server.unreachable` when the server does not answer. */
  get(server: Registered): Promise<ServerInfo> {
    const key = `${server.id} ${server.ip} ${server.port}`
    const now = this.#clock.monotonicMs()
    const kept = this.#kept.get(key)
    if (kept && kept.until > now) return kept.info
    if (this.#kept.size > keptMax) this.#forget(now)
    const entry = { info: this.#ask(server), until: Infinity }
    const settled = () => {
      entry.until = this.#clock.monotonicMs() + playerListMaxAgeMs
    }
    entry.info.then(settled, settled)
    this.#kept.set(key, entry)
    return entry.info
  }

  async #ask(server: Registered): Promise<ServerInfo> {
    const list = await this.#listOf(server)
    const at = this.#clock.now().getTime()
    if (list.length === 0 || list.some((player) => player.name !== '')) return shown(list, at)
    for (const source of this.#sources) {
      const named = await source(server)
      if (named && named.length > 0) return shown(fit(named, list), at)
    }
    return { players: { list: list.map(toPlayer) }, names: 'hidden', at }
  }

  async #listOf(server: Registered): Promise<AnswerPlayer[]> {
    try {
      const answer = await this.#query.ask(server, { list: true })
      return answer.list ?? []
    } catch (cause) {
      if (!(cause instanceof ServerSilent)) throw cause
      throw new PortalError('server.unreachable', 'The server does not answer', { cause })
    }
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key)
  }
}

/** As many rows as the server counted: a source may know of somebody who is gone, or not yet of everybody. */
function fit(named: readonly AnswerPlayer[], counted: readonly AnswerPlayer[]): AnswerPlayer[] {
  const missing = Math.max(0, counted.length - named.length)
  const nameless = Array.from({ length: missing }, () => ({ name: '' }))
  return [...named.slice(0, counted.length), ...nameless]
}

function shown(list: readonly AnswerPlayer[], at: number): ServerInfo {
  return { players: { list: list.map(toPlayer) }, names: 'shown', at }
}

function toPlayer({ name, seconds }: AnswerPlayer): ServerPlayer {
  return { name, raw: seconds === undefined ? {} : { time: seconds } }
}
