import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PortalError } from '@clutch/contract/errors.ts'
import { streamHeartbeatMs, maxStreamListeners } from '@clutch/contract/limits.ts'
import type { PortalSettingsCache } from '../../content/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import {
  encodeEvent,
  writeEvent,
  openEventStream,
  streamHeartbeat,
} from '../../../platform/http/responses/event-stream.ts'
import type { SessionUser } from '../../../platform/http/session/session-check.ts'
import { SingleFlight } from '../../../platform/lifecycle/single-flight.ts'
import type { RentalChangeFeed } from '../rental-changes.ts'
import { listOwnRentals } from './own-rentals.service.ts'
import { selectRentalPeople } from '../rentals.store.ts'

/** One's own servers are open in a few tabs at most. */
const streamsPerPlayer = 10
/** Listeners updated concurrently when all are: the database has other work too. */
const notifyBatchSize = 20

/** What a stream needs. */
interface RentalStreamDependencies {
  context: AppContext
  app: Pick<App, 'sessionCheck'>
  content: PortalSettingsCache
  changeFeed: RentalChangeFeed
}

/** Who may listen: the session, and the token it is shown by. */
export interface StreamSession {
  signedIn: SessionUser
  token: string
}

/**
 * Streams each user's own servers: at once, and whenever one of them changes. A listener always receives the
 * whole list, so that a lost update does no harm; an unchanged list is not sent again. A stream ends with its
 * session.
 */
export class RentalStream {
  readonly #dependencies: RentalStreamDependencies
  readonly #listeners = new Set<StreamListener>()
  readonly #heartbeat: NodeJS.Timeout
  readonly #unlisten: () => void
  #notifying: Promise<void> = Promise.resolve()

  constructor(parts: RentalStreamDependencies) {
    this.#dependencies = parts
    this.#unlisten = parts.changeFeed.listen((rentalId) => void this.#handleChange(rentalId))
    this.#heartbeat = setInterval(() => this.#sendHeartbeats(), streamHeartbeatMs).unref()
  }

  /** Throws `stream.full` where no listener more can be taken, of all or of this one; to be asked before `add`. */
  checkRoom({ steamId }: SessionUser): void {
    const own = [...this.#listeners].filter((listener) => listener.steamId === steamId)
    if (this.#listeners.size < maxStreamListeners && own.length < streamsPerPlayer) return
    throw new PortalError('stream.full', 'Too many open lists: ask for the list now and then instead')
  }

  /** Takes over a response and sends the list. */
  add(response: ServerResponse, headers: OutgoingHttpHeaders, listening: StreamSession): void {
    const listener = new StreamListener(this.#dependencies, response, listening)
    openEventStream(response, headers, () => this.#listeners.delete(listener))
    this.#listeners.add(listener)
    void listener.tell()
  }

  close(): void {
    this.#unlisten()
    clearInterval(this.#heartbeat)
    for (const listener of this.#listeners) listener.end()
  }

  async #handleChange(rentalId: string | null): Promise<void> {
    if (this.#listeners.size === 0) return
    const people =
      rentalId === null
        ? null
        : await selectRentalPeople(this.#dependencies.context.database, rentalId).catch(() => null)
    if (rentalId === null || people === null) return this.#notifyAll()
    for (const listener of this.#listeners) if (listener.isAbout(rentalId, people)) void listener.tell()
  }

  /** Keeps the lines alive, and sees whether time alone has changed something. */
  #sendHeartbeats(): void {
    for (const listener of this.#listeners) listener.beat()
    this.#notifyAll()
  }

  #notifyAll(): void {
    const listeners = [...this.#listeners]
    this.#notifying = this.#notifying.then(async () => {
      for (let from = 0; from < listeners.length; from += notifyBatchSize)
        await Promise.all(listeners.slice(from, from + notifyBatchSize).map((listener) => listener.tell()))
    })
  }
}

class StreamListener {
  readonly steamId: string
  readonly #dependencies: RentalStreamDependencies
  readonly #response: ServerResponse
  readonly #token: string
  readonly #singleFlight = new SingleFlight(() => this.#sendIfChanged())
  #lastSent: Buffer | undefined
  #rentalIds: readonly string[] = []

  constructor(parts: RentalStreamDependencies, response: ServerResponse, { signedIn, token }: StreamSession) {
    this.steamId = signedIn.steamId
    this.#dependencies = parts
    this.#response = response
    this.#token = token
  }

  /** Returns whether a rental is the user's, or was on the list they received last. */
  isAbout(rentalId: string, people: ReadonlySet<string>): boolean {
    return people.has(this.steamId) || this.#rentalIds.includes(rentalId)
  }

  async tell(): Promise<void> {
    try {
      await this.#singleFlight.run()
    } catch (error) {
      this.#dependencies.context.log.warn({ err: error }, 'the rental list could not be sent to a listener')
    }
  }

  beat(): void {
    writeEvent(this.#response, streamHeartbeat)
  }

  end(): void {
    this.#response.end()
  }

  async #sendIfChanged(): Promise<void> {
    const { context, app, content } = this.#dependencies
    const response = this.#response
    if (response.destroyed || response.writableEnded) return
    const session = await app.sessionCheck.find(this.#token)
    const mayListen = session?.secondFactorDue === false && content.settings.features.pracc.enabled
    if (!mayListen) return this.end()
    const { servers, rentalIds } = await listOwnRentals(context, this.steamId)
    this.#rentalIds = rentalIds
    const bytes = encodeEvent('servers', servers)
    if (this.#lastSent?.equals(bytes)) return
    this.#lastSent = bytes
    writeEvent(response, bytes)
  }
}
