import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { initCluster } from './cluster.ts'

const passwordFile = 'owner.password'
const longestSocketPath = 100

/**
 * Creates a cluster's files next to `folder` and renames them when complete, so that a kill leaves no partial one. Its owner's
 * password is a random one, in a file only its reader may open. Does nothing when another process was faster.
 */
export async function makeCluster(programs: string, folder: string): Promise<void> {
  removeAbandoned(folder)
  const draft = `${folder}.new-${process.pid}`
  const password = `${draft}.password`
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  try {
    await initCluster(programs, draft, [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${password}`,
    ])
    renameSync(password, join(draft, passwordFile))
    moveUnlessThere(draft, folder)
  } finally {
    rmSync(password, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function moveUnlessThere(draft: string, folder: string): void {
  try {
    if (!existsSync(folder)) renameSync(draft, folder)
  } catch (error) {
    // Made by another process since.
    if (!existsSync(folder)) throw error
  }
}

/** The password of the cluster's owner, the superuser `postgres`. */
export function ownerPasswordOf(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8').trim()
}

/** Returns the folder of the socket: next to the data, or a private temporary folder if that path is too long. */
export function makeSocketFolder(folder: string): { folder: string; remove: () => void } {
  const fits = Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) <= longestSocketPath
  if (fits) return { folder, remove: () => undefined }
  const short = mkdtempSync(join(tmpdir(), 'clutch-'))
  return { folder: short, remove: () => rmSync(short, { recursive: true, force: true }) }
}

/** Removes what a killed process left of a cluster it was making. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const maker = /^\.new-(\d+)(?:\.password)?$/.exec(
      name.startsWith(basename(folder)) ? name.slice(basename(folder).length) : '',
    )
    if (maker && !isAlive(Number(maker[1])))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
