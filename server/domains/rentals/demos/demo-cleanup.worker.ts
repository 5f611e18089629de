import type { AppContext } from '../../../platform/context.ts'
import { type Worker, startWorker } from '../../../platform/lifecycle/worker.ts'
import { selectExistingDemoIds } from './demos.store.ts'
import { openDemoStore, readDemoKey } from './demo-files.ts'

type Dependencies = Pick<AppContext, 'database' | 'config' | 'log'>

const cleanupIntervalMs = 10 * 60_000
/** A pass that is cut short removes nothing that the next one would not. */
const stopTimeoutMs = 1_000
/** Files that are looked up in the database at once. */
const batchSize = 500

/** A file that may have no demo. */
interface Candidate {
  id: string
  /** Another one after every change. */
  signature: string
  remove: () => Promise<void>
}

/**
 * Removes the files that no demo has: what a crash left, what came in when its rental was cleared by a machine without this folder.
 * Only what was there unchanged at the pass before, so that no upload in progress is touched.
 */
export class DemoCleanup {
  readonly #context: Dependencies
  #unchanged = new Set<string>()

  constructor(context: Dependencies) {
    this.#context = context
  }

  /** One pass over all files, until `stop`; without the database's answer nothing is removed. */
  async pass(stop?: AbortSignal): Promise<void> {
    const next = new Set<string>()
    for await (const { signature, remove } of this.#listUnknownFiles()) {
      if (stop?.aborted === true) return
      if (this.#unchanged.has(signature)) await remove()
      else next.add(signature)
    }
    this.#unchanged = next
  }

  async *#listUnknownFiles(): AsyncGenerator<Candidate> {
    const demos = openDemoStore(this.#context)
    let batch: Candidate[] = []
    for await (const { key, version } of demos.list()) {
      const id = readDemoKey(key)
      if (id === null) continue
      batch.push({ id, signature: `${key} ${version}`, remove: () => demos.remove(key) })
      if (batch.length < batchSize) continue
      yield* await this.#withoutRow(batch)
      batch = []
    }
    yield* await this.#withoutRow(batch)
    for await (const unfinished of demos.listUnfinished()) {
      // A part of an earlier version is named without the ending.
      const id = readDemoKey(unfinished.key) ?? readDemoKey(`${unfinished.key}.dem`)
      const signature = `${unfinished.key} ${unfinished.version}`
      if (id !== null) yield { id, signature, remove: () => unfinished.remove() }
    }
  }

  async #withoutRow(batch: readonly Candidate[]): Promise<Candidate[]> {
    const ids = new Set(batch.map(({ id }) => id))
    const known = await selectExistingDemoIds(this.#context.database, [...ids])
    return batch.filter(({ id }) => !known.has(id))
  }
}

/** Starts the cleanup. A pass begins some time after the one before has ended: two at once would remove a file that only one has seen twice. */
export function startDemoCleanupWorker(context: Dependencies): Worker {
  const cleanup = new DemoCleanup(context)
  return startWorker(context, {
    pass: async (stop) => {
      await cleanup.pass(stop)
      return cleanupIntervalMs
    },
    failureMessage: 'files without a demo were not removed',
    retryMs: cleanupIntervalMs,
    stopTimeoutMs,
  })
}
