import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PortalError } from '@clutch/contract/errors.ts'
import { streamHeartbeatMs, streamListenersMax } from '@clutch/contract/limits.ts'
import type { PortalSettingsCache } from '../content/index.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import {
  encodeEvent,
  writeEvent,
  openEventStream,
  streamHeartbeat,
} from '../../platform/http/event-stream.ts'
import type { SessionUser } from '../../platform/http/signed-in.ts'
import { SingleFlight } from '../../platform/lifecycle/single-flight.ts'
import type { LeaseNews } from './news.ts'
import { listOwnServers } from './own-servers.ts'
import { selectPeople } from './stream-store.ts'

/** One's own servers are open in a few tabs at most. */
const streamsEach = 10
/** How many are told at once where all of them are: the database has other work too. */
const sliceOf = 20

/** What a stream stands on. */
interface Parts {
  context: AppContext
  app: Pick<App, 'sessionCheck'>
  content: PortalSettingsCache
  news: LeaseNews
}

/** Who may listen: the session, and the token it is shown by. */
export interface Listening {
  signedIn: SessionUser
  token: string
}

/**
 * Everybody's own servers, told at once and whenever something of them changes. Each listener is told the whole list again, so
 * that nothing missed stays missed; what is the same is not told twice. It ends with the session that asked.
 */
export class LeaseStream {
  readonly #parts: Parts
  readonly #listeners = new Set<Listener>()
  readonly #heartbeat: NodeJS.Timeout
  readonly #unlisten: () => void
  #telling: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#unlisten = parts.news.listen((leaseId) => void this.#hear(leaseId))
    this.#heartbeat = setInterval(() => this.#beat(), streamHeartbeatMs).unref()
  }

  /** Throws `stream.full` where no listener more can be taken, of all or of this one; to be asked before `add`. */
  checkRoom({ steamId }: SessionUser): void {
    const own = [...this.#listeners].filter((listener) => listener.steamId === steamId)
    if (this.#listeners.size < streamListenersMax && own.length < streamsEach) return
    throw new PortalError('stream.full', 'Too many open lists: ask for the list now and then instead')
  }

  /** Takes over an answer and tells the list. */
  add(response: ServerResponse, headers: OutgoingHttpHeaders, listening: Listening): void {
    const listener = new Listener(this.#parts, response, listening)
    openEventStream(response, headers, () => this.#listeners.delete(listener))
    this.#listeners.add(listener)
    void listener.tell()
  }

  close(): void {
    this.#unlisten()
    clearInterval(this.#heartbeat)
    for (const listener of this.#listeners) listener.end()
  }

  async #hear(leaseId: string | null): Promise<void> {
    if (this.#listeners.size === 0) return
    const people =
      leaseId === null ? null : await selectPeople(this.#parts.context.database, leaseId).catch(() => null)
    if (leaseId === null || people === null) return this.#tellAll()
    for (const listener of this.#listeners) if (listener.isAbout(leaseId, people)) void listener.tell()
  }

  /** Keeps the lines alive, and sees whether time alone has changed something. */
  #beat(): void {
    for (const listener of this.#listeners) listener.beat()
    this.#tellAll()
  }

  #tellAll(): void {
    const listeners = [...this.#listeners]
    this.#telling = this.#telling.then(async () => {
      for (let from = 0; from < listeners.length; from += sliceOf)
        await Promise.all(listeners.slice(from, from + sliceOf).map((listener) => listener.tell()))
    })
  }
}

class Listener {
  readonly steamId: string
  readonly #parts: Parts
  readonly #response: ServerResponse
  readonly #token: string
  readonly #loads = new SingleFlight(() => this.#load())
  #told: Buffer | undefined
  #leaseIds: readonly string[] = []

  constructor(parts: Parts, response: ServerResponse, { signedIn, token }: Listening) {
    this.steamId = signedIn.steamId
    this.#parts = parts
    this.#response = response
    this.#token = token
  }

  /** Whether a lease is theirs, or was on the list they were told last. */
  isAbout(leaseId: string, people: ReadonlySet<string>): boolean {
    return people.has(this.steamId) || this.#leaseIds.includes(leaseId)
  }

  async tell(): Promise<void> {
    try {
      await this.#loads.run()
    } catch (error) {
      this.#parts.context.log.warn({ err: error }, 'somebody is not told of their servers now')
    }
  }

  beat(): void {
    writeEvent(this.#response, streamHeartbeat)
  }

  end(): void {
    this.#response.end()
  }

  async #load(): Promise<void> {
    const { context, app, content } = this.#parts
    const response = this.#response
    if (response.destroyed || response.writableEnded) return
    const session = await app.sessionCheck.find(this.#token)
    const mayListen = session?.secondFactorDue === false && content.settings.features.pracc.enabled
    if (!mayListen) return this.end()
    const { servers, leaseIds } = await listOwnServers(context, this.steamId)
    this.#leaseIds = leaseIds
    const bytes = encodeEvent('servers', servers)
    if (this.#told?.equals(bytes)) return
    this.#told = bytes
    writeEvent(response, bytes)
  }
}
