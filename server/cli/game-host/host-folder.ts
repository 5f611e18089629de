import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

const holdSchema = z.object({
  reason: z.string(),
  since: z.string(),
  /** A build failed its trial. */
  trial: z.optional(z.boolean()),
})

/** Why no build is installed or switched to, and since when (ISO 8601). */
export type Hold = z.output<typeof holdSchema>

/** Marks a folder whose installation has not ended; `start.sh` starts nothing from it. */
const incompleteMark = '.incomplete'
/** A size and a path for each file of a build; `start.sh verify` compares them, and a running server holds a lock on it. */
export const manifestName = '.manifest'

/**
 * The installs of one host: `builds/<build>` (each complete and never changed), `current` (a link to one of them), `incoming`
 * (what SteamCMD is writing), `mods/<version>`, `mods/current` and `hold.json`.
 */
export class HostFolder {
  readonly root: string

  constructor(root: string) {
    this.root = root
    mkdirSync(join(root, 'builds'), { recursive: true })
    mkdirSync(join(root, 'mods'), { recursive: true })
  }

  get #holdPath(): string {
    return join(this.root, 'hold.json')
  }

  get incoming(): string {
    return join(this.root, 'incoming')
  }

  getBuildPath(build: string): string {
    return join(this.root, 'builds', build)
  }

  /** The complete builds, oldest first. */
  listBuilds(): string[] {
    return readdirSync(join(this.root, 'builds'))
      .filter((name) => /^\d+$/.test(name) && this.isComplete(name))
      .toSorted((a, b) => Number(a) - Number(b))
  }

  isComplete(build: string): boolean {
    const path = this.getBuildPath(build)
    return existsSync(join(path, manifestName)) && !existsSync(join(path, incompleteMark))
  }

  /** The build that servers start from; null before the first one. */
  getCurrent(): string | null {
    return readLinkName(join(this.root, 'current'))
  }

  /** Servers start from this build from now on; running ones stay on theirs. */
  setCurrent(build: string): void {
    replaceLink(join(this.root, 'current'), join('builds', build))
  }

  /** The mods that servers start with; null where there are none. */
  getMods(): string | null {
    return readLinkName(join(this.root, 'mods', 'current'))
  }

  setMods(version: string): void {
    replaceLink(join(this.root, 'mods', 'current'), version)
  }

  getModsPath(version: string): string {
    return join(this.root, 'mods', version)
  }

  /** Null where nothing is held. A record that cannot be read holds too: an operator's decision is not undone by a fault. */
  readHold(): Hold | null {
    try {
      return holdSchema.parse(JSON.parse(readFileSync(this.#holdPath, 'utf8')))
    } catch (error) {
      if (isErrorWithCode(error, 'ENOENT')) return null
      const why = error instanceof Error ? error.message : String(error)
      return { reason: `hold.json cannot be read: ${why}`, since: new Date(0).toISOString() }
    }
  }

  setHold(hold: Hold | null): void {
    if (hold === null) return rmSync(this.#holdPath, { force: true })
    const draft = `${this.#holdPath}.new`
    writeDurably(draft, `${JSON.stringify(hold)}\n`)
    renameSync(draft, this.#holdPath)
    syncFolder(this.root)
  }

  /** Holds unless an operator does so already, whose reason stays. */
  holdAfterTrial(reason: string): void {
    const draft = `${this.#holdPath}.trial`
    writeDurably(draft, `${JSON.stringify({ reason, since: new Date().toISOString(), trial: true })}\n`)
    try {
      linkSync(draft, this.#holdPath)
      syncFolder(this.root)
    } catch (error) {
      if (!isErrorWithCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(draft)
    }
  }

  /** Free disk space for a user without special rights, bytes. */
  getFreeBytes(): number {
    const { bavail, bsize } = statfsSync(this.root)
    return bavail * bsize
  }
}

export function markIncomplete(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, incompleteMark), '')
}

export function markComplete(folder: string): void {
  rmSync(join(folder, incompleteMark), { force: true })
}

function readLinkName(path: string): string | null {
  try {
    return basename(readlinkSync(path))
  } catch {
    return null
  }
}

/** A link is replaced by a rename: a server that starts at that moment sees the old one or the new one. */
function replaceLink(path: string, target: string): void {
  rmSync(`${path}.new`, { force: true })
  symlinkSync(target, `${path}.new`)
  renameSync(`${path}.new`, path)
}

function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { flush: true })
}

/** Makes the names in a folder survive a power failure. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
