import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../../../../platform/config/config.ts'

/** Whom games run as. */
export interface GameUser {
  uid: number
  gid: number
}

export const isRoot = process.getuid?.() === 0

/** Why no game can run on this machine with these settings; null where it can. */
export function getUserProblem({
  env,
  gameUser,
  gameUids,
}: Pick<Config, 'env' | 'gameUser'> & Partial<Pick<Config, 'gameUids'>>): string | null {
  if (!isRoot) return null
  const [existing] = gameUids ? listUsersInRange(gameUids) : []
  if (existing !== undefined) return `CLUTCH_GAME_UIDS: ${existing} is a user of this machine`
  if (gameUser === undefined)
    return env === 'production' && gameUids === undefined
      ? 'CLUTCH_GAME_UIDS or CLUTCH_GAME_USER is missing: the portal is root, and games must not be'
      : null
  const user = findUser(gameUser)
  if (user === null) return `CLUTCH_GAME_USER: there is no user ${gameUser}`
  return user.uid === 0 ? 'CLUTCH_GAME_USER: games must not run as root' : null
}

/** Why rented servers of this machine can read the files of each other; null where each has a user of its own. */
export function getIsolationProblem({
  gameUser,
  gameUids,
}: Pick<Config, 'gameUser' | 'gameUids'>): string | null {
  if (!isRoot)
    return 'they run as the user of the portal: only a portal that is root can give each its own (CLUTCH_GAME_UIDS)'
  if (gameUids !== undefined) return null
  return `they all run as ${gameUser ?? 'root'}: CLUTCH_GAME_UIDS gives each its own user`
}

/** The range that games get users of their own from; null where they share one. */
export function getGameUids({ gameUids }: Pick<Config, 'gameUids'>): { first: number; last: number } | null {
  return isRoot && gameUids !== undefined ? gameUids : null
}

/** Null: as the portal itself, which is not root or only a developer's. */
export function getGameUser({ gameUser }: Pick<Config, 'gameUser'>): GameUser | null {
  return isRoot && gameUser !== undefined ? findUser(gameUser) : null
}

function findUser(text: string): GameUser | null {
  const ids = /^(\d+):(\d+)$/.exec(text)
  if (ids) return { uid: Number(ids[1]), gid: Number(ids[2]) }
  const [, , uid, gid] = readSystemUsers().find(([name]) => name === text) ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/** The users of this machine whose number is in a range, by name. */
function listUsersInRange({ first, last }: { first: number; last: number }): string[] {
  const found = readSystemUsers().filter(([, , uid]) => Number(uid) >= first && Number(uid) <= last)
  return found.map(([name = '']) => name)
}

function readSystemUsers(): string[][] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
}

/**
 * Lets that user traverse a folder of root's towards their own below it, without listing its contents.
 * Returns the parent folder that blocks them, if any.
 */
export function allowTraversal(folder: string, user: GameUser): string | null {
  chmodSync(folder, (statSync(folder).mode & 0o777) | 0o001)
  for (let above = dirname(folder); ; above = dirname(above)) {
    if (!canTraverse(above, user)) return above
    if (above === dirname(above)) return null
  }
}

function canTraverse(folder: string, { uid, gid }: GameUser): boolean {
  const stats = statSync(folder)
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0
  return (stats.mode & (stats.gid === gid ? 0o010 : 0o001)) !== 0
}
