import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { isUnavailable } from '../../../platform/database/connection/database-unavailable.ts'
import { type NewBatch, insertBatches, insertStreams } from './batches.store.ts'

interface PendingBatch {
  batch: NewBatch
  resolve: () => void
  reject: (error: unknown) => void
}

const maxGroupBatches = 250
const maxGroupBytes = 8 * 1024 * 1024
/** Maximum bytes in memory while the database is slow; beyond it a server must retry. */
const defaultMaxPendingBytes = 64 * 1024 * 1024

/** Stores batches durably: those that arrive during a write are written together by the next statement. */
export class BatchInbox {
  readonly #database: Queries
  readonly #waitingMaxBytes: number
  #pending: PendingBatch[] = []
  #pendingBytes = 0
  #working = false

  constructor(database: Queries, waitingMaxBytes = defaultMaxPendingBytes) {
    this.#database = database
    this.#waitingMaxBytes = waitingMaxBytes
  }

  /** Resolves once the batch is committed; throws `event.revoked` where its server is gone, else what the database throws. */
  put(batch: NewBatch): Promise<void> {
    if (this.#pendingBytes + batch.body.length > this.#waitingMaxBytes)
      throw new PortalError('portal.unavailable', 'Too much is waiting to be stored')
    this.#pendingBytes += batch.body.length
    return new Promise<void>((resolve, reject) => {
      this.#pending.push({ batch, resolve, reject })
      void this.#drain()
    }).finally(() => {
      this.#pendingBytes -= batch.body.length
    })
  }

  async #drain(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (this.#pending.length > 0) await this.#storeGroup(this.#takeGroup())
    this.#working = false
  }

  #takeGroup(): PendingBatch[] {
    let bytes = 0
    const tooMuch = this.#pending.findIndex(({ batch }, index) => {
      bytes += batch.body.length
      return index > 0 && (index >= maxGroupBatches || bytes > maxGroupBytes)
    })
    return this.#pending.splice(0, tooMuch < 0 ? this.#pending.length : tooMuch)
  }

  /** A batch the database refuses must not fail its neighbours: then each is stored alone. */
  async #storeGroup(group: readonly PendingBatch[]): Promise<void> {
    try {
      const stored = await storeBatches(
        this.#database,
        group.map(({ batch }) => batch),
      )
      for (const [index, { resolve, reject }] of group.entries()) {
        if (stored.has(index)) resolve()
        else reject(new PortalError('event.revoked', 'The server is no longer registered: stop sending'))
      }
    } catch (error) {
      if (group.length === 1 || isUnavailable(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await this.#storeGroup([one])
    }
  }
}

/** Stores batches, and begins the streams that are missing; answers which are stored. */
async function storeBatches(database: Queries, batches: readonly NewBatch[]): Promise<Set<number>> {
  const stored = await insertBatches(database, batches)
  if (stored.size === batches.length) return stored
  const left = [...batches.keys()].filter((index) => !stored.has(index))
  const of = left.flatMap((index) => batches[index] ?? [])
  await insertStreams(database, of)
  const storedNow = await insertBatches(database, of)
  return new Set([...stored, ...left.filter((_, index) => storedNow.has(index))])
}
