import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/config.ts'
import type { AppContext } from '../../../platform/context.ts'

/** The folder of all demos: each lease has one in it, and a demo is called there by its id, never by what somebody named it. */
export function demoFolder({ config }: { config: Pick<Config, 'dataDir' | 'demoDir'> }): string {
  return config.demoDir ?? join(config.dataDir, 'demos')
}

/** Where a demo lies, below the folder of all. */
export function demoPath(leaseId: string, id: string): string {
  return join(leaseId, `${id}.dem`)
}

/** The same while it is still coming in. */
export function partPath(leaseId: string, id: string): string {
  return join(leaseId, `${id}.part`)
}

export async function makeLeaseFolder(context: Pick<AppContext, 'config'>, leaseId: string): Promise<void> {
  await mkdir(join(demoFolder(context), leaseId), { recursive: true, mode: 0o700 })
}

/** Removes the files of demos whose rows are gone; what is not there is a success. */
export async function removeFiles(
  context: Pick<AppContext, 'config'>,
  leaseId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await rm(join(demoFolder(context), demoPath(leaseId, id)), { force: true })
}

/** Whether a demo's file is there to be read. */
export async function isThere(context: Pick<AppContext, 'config'>, path: string): Promise<boolean> {
  const found = await stat(join(demoFolder(context), path)).catch(() => null)
  return found !== null
}

/** A file below the folder of all demos, which changes while something comes in. */
export interface DemoFile {
  leaseId: string
  id: string
  /** Below the folder. */
  path: string
  isPart: boolean
  /** Another one after every change. */
  look: string
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const leasePattern = new RegExp(`^${uuid}$`)
const filePattern = new RegExp(`^(${uuid})\\.(dem|part)$`)

/** The leases that have a folder. */
export async function leasesWithFolder(context: Pick<AppContext, 'config'>): Promise<string[]> {
  const names = await namesIn(demoFolder(context))
  return names.filter((name) => leasePattern.test(name))
}

/** What lies in a lease's folder and was put there by the portal. */
export async function filesOf(context: Pick<AppContext, 'config'>, leaseId: string): Promise<DemoFile[]> {
  const folder = demoFolder(context)
  const files: DemoFile[] = []
  for (const name of await namesIn(join(folder, leaseId))) {
    const [, id, ending] = filePattern.exec(name) ?? []
    if (id === undefined) continue
    const path = join(leaseId, name)
    const found = await stat(join(folder, path)).catch(() => null)
    if (found)
      files.push({ leaseId, id, path, isPart: ending === 'part', look: `${found.size} ${found.mtimeMs}` })
  }
  return files
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
