import { setTimeout as wait } from 'node:timers/promises'
import { eventSecretSchema } from '@clutch/contract/api/events/game-reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type BoardMode, parseBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { AppContext } from '../../../platform/context.ts'
import { SingleFlight } from '../../../platform/lifecycle/single-flight.ts'
import { registryChannel } from '../../servers/index.ts'
import type { Reporter } from './reporter.ts'
import { secretsChannel, selectSources } from './report-secrets.store.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'

/** A game server that reports, and the rules its batches are counted by: a rented one is never counted for a board (I10). */
export type ReportSource = Reporter & {
  board: BoardMode | null
  freeForAll: boolean
  minHumans: number
}

type Dependencies = Pick<AppContext, 'database' | 'log' | 'clock'>

/** Strangers cost the database one look a second, however many they are. */
const minConfirmIntervalMs = 1_000
/** After a load that failed: until the next one a revoked secret would be accepted. */
const retryMs = 1_000
/** Far more servers than report to one process; a few hundred bytes each. */
const maxSources = 20_000

/**
 * Who may report, from memory: each secret is loaded when it is first shown, and those in memory again whenever the database says that
 * a secret or a server changed.
 */
export class ReportSources {
  readonly #context: Dependencies
  readonly #reloads = new SingleFlight(() => this.#load())
  readonly #unlisten: (() => void)[] = []
  readonly #maxSources: number
  /** By the secret's SHA-256, the one shown longest ago first; null: revoked, or its server is gone. */
  #sources = new Map<string, ReportSource | null>()
  /** Hashes that the next load looks up. */
  #wanted = new Set<string>()
  #confirmedMs = -Infinity
  #confirming: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(context: Dependencies, max: number) {
    this.#context = context
    this.#maxSources = max
  }

  static async open(context: Dependencies, max = maxSources): Promise<ReportSources> {
    const sources = new ReportSources(context, max)
    for (const channel of [registryChannel, secretsChannel]) {
      sources.#unlisten.push(await context.database.listen(channel, () => void sources.#reload()))
    }
    return sources
  }

  /**
   * Returns the owner of a secret; throws `event.revoked` or `event.unknown_secret`. An unknown one is first
   * looked up in the database, where it may be new: if the database does not answer, no sender is rejected.
   */
  async find(secret: string): Promise<ReportSource> {
    const hash = hashToken(secret).toString('base64')
    if (!this.#sources.has(hash) && eventSecretSchema.safeParse(secret).success) {
      this.#wanted.add(hash)
      await this.#confirm()
    }
    const source = this.#sources.get(hash)
    if (source) {
      this.#sources.delete(hash)
      this.#sources.set(hash, source)
      return source
    }
    if (source === null) throw new PortalError('event.revoked', 'This secret was revoked: stop sending')
    throw new PortalError('event.unknown_secret', 'This secret belongs to no server')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const unlisten of this.#unlisten) unlisten()
    clearTimeout(this.#retry)
    await this.#reloads.settled()
  }

  /** Resolves after a load that began after the call; calls that wait for the same one share it. */
  #confirm(): Promise<void> {
    this.#confirming ??= this.#confirmAfterPause()
    return this.#confirming
  }

  async #confirmAfterPause(): Promise<void> {
    const { clock } = this.#context
    const restMs = this.#confirmedMs + minConfirmIntervalMs - clock.monotonicMs()
    await wait(Math.max(0, restMs))
    this.#confirmedMs = clock.monotonicMs()
    this.#confirming = undefined
    await this.#reloads.run()
  }

  async #reload(): Promise<void> {
    clearTimeout(this.#retry)
    try {
      await this.#reloads.run()
    } catch (error) {
      this.#context.log.warn({ err: error }, 'cannot load the report secrets, using the last known ones')
      if (!this.#isClosed) this.#retry = setTimeout(() => void this.#reload(), retryMs)
    }
  }

  async #load(): Promise<void> {
    // Those of a load that failed are looked up by the next one; strangers could fill the memory meanwhile.
    const wanted = [...this.#wanted].slice(-this.#maxSources)
    this.#wanted = new Set(wanted)
    const hashes = [...this.#sources.keys(), ...wanted]
    if (hashes.length === 0) return
    const rows = await selectSources(
      this.#context.database,
      hashes.map((hash) => Buffer.from(hash, 'base64')),
    )
    for (const hash of wanted) this.#wanted.delete(hash)
    const found = new Map(rows.map(({ hash, ...row }) => [hash.toString('base64'), toReportSource(row)]))
    const known = hashes.flatMap((hash) => {
      const source = found.get(hash)
      return source === undefined ? [] : [[hash, source] as const]
    })
    this.#sources = new Map(known.slice(-this.#maxSources))
  }
}

type SourceRow = Omit<Awaited<ReturnType<typeof selectSources>>[number], 'hash'>

const rentalRules = { board: null, freeForAll: false, minHumans: 2 }

function toReportSource({ id, board, free_for_all, min_humans, rental_id }: SourceRow): ReportSource | null {
  if (rental_id !== null) return { serverId: null, rentalId: rental_id, ...rentalRules }
  if (id === null || free_for_all === null || min_humans === null) return null
  const rules = { board: parseBoardMode(board), freeForAll: free_for_all, minHumans: min_humans }
  return { serverId: id, rentalId: null, ...rules }
}
