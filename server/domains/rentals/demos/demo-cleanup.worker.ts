import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../../platform/context.ts'
import { selectExistingDemoIds } from './demos.store.ts'
import { getDemoFolder, listDemoFiles, listRentalIdsWithFolder } from './demo-files.ts'

type Dependencies = Pick<AppContext, 'database' | 'config' | 'log'>

const cleanupIntervalMs = 10 * 60_000

/**
 * Removes the files that no demo has: what a crash left, what came in when its rental was cleared by a machine without this folder.
 * Only what lay there unchanged at the pass before, so that nothing which is just coming in is touched.
 */
export class DemoCleanup {
  readonly #context: Dependencies
  #unchangedFiles = new Map<string, string>()

  constructor(context: Dependencies) {
    this.#context = context
  }

  /** One pass over every rental's folder; without the database's answer nothing is removed. */
  async pass(): Promise<void> {
    const next = new Map<string, string>()
    for (const rentalId of await listRentalIdsWithFolder(this.#context)) {
      for (const { path, signature } of await this.#listUnknownFiles(rentalId)) {
        if (this.#unchangedFiles.get(path) === signature)
          await rm(join(getDemoFolder(this.#context), path), { force: true })
        else next.set(path, signature)
      }
    }
    this.#unchangedFiles = next
  }

  async #listUnknownFiles(rentalId: string) {
    const files = await listDemoFiles(this.#context, rentalId)
    const whole = files.filter(({ isPart }) => !isPart)
    const known = await selectExistingDemoIds(
      this.#context.database,
      whole.map(({ id }) => id),
    )
    return files.filter(({ id, isPart }) => isPart || !known.has(id))
  }
}

/** Starts the cleanup; returns a function that stops it. */
export function startDemoCleanupWorker(context: Dependencies): () => void {
  const sweep = new DemoCleanup(context)
  const timer = setInterval(() => {
    sweep
      .pass()
      .catch((error: unknown) => context.log.warn({ err: error }, 'the folder of demos was not swept'))
  }, cleanupIntervalMs).unref()
  return () => clearInterval(timer)
}
