import {
  chmodSync,
  closeSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import type { ConfigFiles } from '../../driver.ts'
import type { GameUser } from '../system/game-user.ts'

/**
 * Creates the folder of an instance, and in it `game`, the only place its game may write. If games run as
 * another user, the folder stays root's, accessible to that user's group alone, and sticky: the game can add
 * files but cannot replace what the portal writes by a link.
 */
export function createInstanceFolders(home: string, user: GameUser | null): void {
  createInstanceFolder(home)
  if (user) lchownSync(home, 0, user.gid)
  chmodSync(home, user ? 0o710 : 0o700)
  createFolder(getGameFolder(home), user ? 0o1770 : 0o700, user)
}

/** The folder of an instance, for the portal alone. */
export function createInstanceFolder(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 })
}

/** The `{folder}` of an instance. */
export function getGameFolder(home: string): string {
  return join(home, 'game')
}

/** Writes files that only the game and the portal can read; each is there whole or as it was. */
export function writeConfigFiles(home: string, files: ConfigFiles, user: GameUser | null): void {
  const paths = Object.keys(files).map((path) => ({ path, inside: normalizeInsidePath(path) }))
  for (const { path, inside } of paths) {
    let folder = getGameFolder(home)
    for (const part of dirname(inside)
      .split('/')
      .filter((one) => one !== '.')) {
      folder = join(folder, part)
      createFolder(folder, user ? 0o750 : 0o700, user)
    }
    writeFileAtomically(join(folder, basename(inside)), files[path] ?? '', user)
  }
}

/**
 * Closes the folder to everyone but the portal: what is left of an ended instance may belong to the user of a
 * later one.
 */
export function restrictInstanceFolder(home: string): void {
  chmodSync(home, 0o700)
}

/** Removes an instance's folder with everything in it. */
export function removeInstanceFolder(home: string): void {
  if (!lstatSync(home, { throwIfNoEntry: false })) return
  // No other game gets in any more while it goes.
  restrictInstanceFolder(home)
  rmSync(home, { recursive: true, force: true })
}

/** Throws RangeError for a path that is not inside the folder of an instance. */
export function normalizeInsidePath(path: string): string {
  const inside = normalize(path)
  if (
    inside === '.' ||
    isAbsolute(inside) ||
    inside.startsWith('..') ||
    inside.includes('\0') ||
    inside.endsWith('/')
  )
    throw new RangeError(`${JSON.stringify(path)} is outside the folder`)
  return inside
}

function createFolder(path: string, mode: number, user: GameUser | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const stats = lstatSync(path)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.())
    throw new Error(`${path} is not a folder of the portal`)
  if (!user) return
  lchownSync(path, stats.uid, user.gid)
  chmodSync(path, mode)
}

function writeFileAtomically(path: string, text: string, user: GameUser | null): void {
  const fresh = join(dirname(path), `.${basename(path)}.new`)
  rmSync(fresh, { force: true })
  const file = openSync(fresh, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    if (user) fchownSync(file, user.uid, user.gid)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}
