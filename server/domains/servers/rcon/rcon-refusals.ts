import { createHash } from 'node:crypto'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './rcon-refusals.store.ts'

/** A registered server with the RCON password as it is stored. */
export interface SealedRconServer {
  id: string
  ip: string
  port: number
  sealedRcon: string
}

/**
 * Pauses after refused passwords, ms, the last one repeated. A starting server may refuse before it has read its configuration; one that
 * refuses five within 30 s, or ten in all, bans the address.
 */
const pausesMs = [15_000, 300_000, 3_600_000]
/** An attempt after a pause has ended by then; until then no other process makes one. */
const attemptMs = 10_000

/**
 * The refusals of one registered server's stored password, for all processes. A server that takes its password costs one read for each
 * connection; rows are written after a refusal alone. Throws the database's errors.
 */
export class RconRefusals {
  readonly #context: Pick<AppContext, 'database' | 'clock'>
  readonly #target: { server: string; target: string }
  #beganAt: Date
  #isKnown = false

  constructor(
    context: Pick<AppContext, 'database' | 'clock'>,
    { id, ip, port, sealedRcon }: SealedRconServer,
  ) {
    this.#context = context
    const target = createHash('sha256').update([ip, port, sealedRcon].join(' ')).digest('hex')
    this.#target = { server: id, target }
    this.#beganAt = context.clock.now()
  }

  /** Whether the password may be sent now. After a pause one process may, and the others wait for its result. */
  async mayConnect(): Promise<boolean> {
    const { database, clock } = this.#context
    const now = clock.now()
    this.#beganAt = now
    const pausedUntil = await store.selectPause(database, this.#target)
    this.#isKnown = pausedUntil !== undefined
    if (!pausedUntil) return true
    if (pausedUntil > now) return false
    return store.claimAttempt(database, this.#target, now, new Date(now.getTime() + attemptMs))
  }

  async onRefused(): Promise<void> {
    const { database, clock } = this.#context
    await store.saveRefusal(database, this.#target, {
      beganAt: this.#beganAt,
      now: clock.now(),
      pausesMs,
    })
  }

  async onAccepted(): Promise<void> {
    if (this.#isKnown) await store.forgetRefusals(this.#context.database, this.#target.server)
    this.#isKnown = false
  }
}
