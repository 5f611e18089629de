import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'

/** The folder a server keeps its configuration and demos in. */
export class ServerFolder {
  readonly #configuredPath: string
  #path: string | null = null

  /** Empty: a temporary folder, made when it is first needed and removed at the end. */
  constructor(given: string) {
    this.#configuredPath = given
  }

  get path(): string {
    this.#path ??=
      this.#configuredPath === '' ? mkdtempSync(join(tmpdir(), 'gamesim-')) : resolve(this.#configuredPath)
    if (this.#configuredPath !== '') mkdirSync(this.#path, { recursive: true })
    return this.#path
  }

  /** The text of a file inside; null when it is not there, or not inside. */
  read(file: string): string | null {
    if (this.#path === null && this.#configuredPath === '') return null
    const path = resolve(this.path, file)
    if (!path.startsWith(this.path + sep)) return null
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  }

  /** Writes a file inside; a path that leads out is ignored. */
  write(file: string, text: string): void {
    const path = resolve(this.path, file)
    if (!path.startsWith(this.path + sep)) return
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  remove(): void {
    if (this.#configuredPath === '' && this.#path !== null)
      rmSync(this.#path, { recursive: true, force: true })
    this.#path = null
  }
}
