import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Stages restored demos next to the existing ones, so that the last step is only a rename. */
export class DemoStage {
  readonly #folder: string
  readonly #draft: string

  constructor(folder: string) {
    this.#folder = folder
    this.#draft = join(folder, `.restore-${process.pid}`)
  }

  /** Takes the entry of a demo, whose name the manifest's form has made harmless. */
  async add(entry: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.#draft, basename(dirname(entry)), basename(entry))
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }))
  }

  /** Moves all of them to their places. One that is there already is the same: a demo never changes. */
  async move(): Promise<void> {
    if (!existsSync(this.#draft)) return
    for (const rental of await readdir(this.#draft)) {
      await mkdir(join(this.#folder, rental), { recursive: true, mode: 0o700 })
      for (const name of await readdir(join(this.#draft, rental))) {
        await rename(join(this.#draft, rental, name), join(this.#folder, rental, name))
      }
    }
  }

  discard(): void {
    rmSync(this.#draft, { recursive: true, force: true })
  }
}
