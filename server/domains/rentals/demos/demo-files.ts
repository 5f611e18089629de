import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'

/**
 * Returns the folder of all demos: one folder for each rental, in which a demo is named by its id, never by
 * its uploaded name.
 */
export function getDemoFolder({ config }: { config: Pick<Config, 'dataDir' | 'demoDir'> }): string {
  return config.demoDir ?? join(config.dataDir, 'demos')
}

/** Where a demo lies, below the folder of all. */
export function getDemoPath(rentalId: string, id: string): string {
  return join(rentalId, `${id}.dem`)
}

/** The same while it is still coming in. */
export function getPartialUploadPath(rentalId: string, id: string): string {
  return join(rentalId, `${id}.part`)
}

export async function createRentalDemoFolder(
  context: Pick<AppContext, 'config'>,
  rentalId: string,
): Promise<void> {
  await mkdir(join(getDemoFolder(context), rentalId), { recursive: true, mode: 0o700 })
}

/** Removes the files of demos whose rows are deleted; a missing file is a success. */
export async function removeDemoFiles(
  context: Pick<AppContext, 'config'>,
  rentalId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await rm(join(getDemoFolder(context), getDemoPath(rentalId, id)), { force: true })
}

/** Whether a demo's file is there to be read. */
export async function hasDemoFile(context: Pick<AppContext, 'config'>, path: string): Promise<boolean> {
  const found = await stat(join(getDemoFolder(context), path)).catch(() => null)
  return found !== null
}

/** A file below the folder of all demos, which changes while something comes in. */
export interface DemoFile {
  rentalId: string
  id: string
  /** Below the folder. */
  path: string
  isPart: boolean
  /** Another one after every change. */
  signature: string
}

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const rentalFolderPattern = new RegExp(`^${uuidPattern}$`)
const demoFilePattern = new RegExp(`^(${uuidPattern})\\.(dem|part)$`)

/** The rentals that have a folder. */
export async function listRentalIdsWithFolder(context: Pick<AppContext, 'config'>): Promise<string[]> {
  const names = await listNames(getDemoFolder(context))
  return names.filter((name) => rentalFolderPattern.test(name))
}

/** What lies in a rental's folder and was put there by the portal. */
export async function listDemoFiles(
  context: Pick<AppContext, 'config'>,
  rentalId: string,
): Promise<DemoFile[]> {
  const folder = getDemoFolder(context)
  const files: DemoFile[] = []
  for (const name of await listNames(join(folder, rentalId))) {
    const [, id, ending] = demoFilePattern.exec(name) ?? []
    if (id === undefined) continue
    const path = join(rentalId, name)
    const found = await stat(join(folder, path)).catch(() => null)
    if (found)
      files.push({
        rentalId,
        id,
        path,
        isPart: ending === 'part',
        signature: `${found.size} ${found.mtimeMs}`,
      })
  }
  return files
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
