import { chmodSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Settings } from '../../../config.ts'

/** Whom games run as. */
export interface GameUser {
  uid: number
  gid: number
}

export const isRoot = process.getuid?.() === 0

/** Why no game can run on this machine with these settings; null where it can. */
export function userProblem({ env, gameUser }: Pick<Settings, 'env' | 'gameUser'>): string | null {
  if (!isRoot) return null
  if (gameUser === undefined)
    return env === 'production'
      ? 'CLUTCH_GAME_USER is missing: the portal is root, and games must not be'
      : null
  const user = findUser(gameUser)
  if (user === null) return `CLUTCH_GAME_USER: there is no user ${gameUser}`
  return user.uid === 0 ? 'CLUTCH_GAME_USER: games must not run as root' : null
}

/** Null: as the portal itself, which is not root or only a developer's. */
export function gameUserOf({ gameUser }: Pick<Settings, 'gameUser'>): GameUser | null {
  return isRoot && gameUser !== undefined ? findUser(gameUser) : null
}

function findUser(text: string): GameUser | null {
  const ids = /^(\d+):(\d+)$/.exec(text)
  if (ids) return { uid: Number(ids[1]), gid: Number(ids[2]) }
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${text}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/**
 * Lets that user pass through a folder of root's towards what is theirs below it, without letting them see what else is in
 * it. Answers the folder above that stops them where there is one.
 */
export function openWay(folder: string, user: GameUser): string | null {
  chmodSync(folder, (statSync(folder).mode & 0o777) | 0o001)
  for (let above = dirname(folder); ; above = dirname(above)) {
    if (!mayPass(above, user)) return above
    if (above === dirname(above)) return null
  }
}

function mayPass(folder: string, { uid, gid }: GameUser): boolean {
  const stats = statSync(folder)
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0
  return (stats.mode & (stats.gid === gid ? 0o010 : 0o001)) !== 0
}
