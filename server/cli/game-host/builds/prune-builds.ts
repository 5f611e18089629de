import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type HostFolder, manifestName, markComplete, markIncomplete } from '../host-folder.ts'

/** Whether a server runs from the build: `start.sh` holds a shared lock on its manifest while it runs. */
export function isBuildInUse(host: HostFolder, build: string): boolean {
  const manifest = join(host.getBuildPath(build), manifestName)
  return spawnSync('flock', ['--nonblock', '--exclusive', manifest, 'true']).status !== 0
}

/**
 * Removes builds and returns their numbers. The current one, the `keep` newest others and those with running servers stay. A server
 * that starts meanwhile either has the lock first, or finds the build incomplete and ends.
 */
export function pruneBuilds(host: HostFolder, keep: number): string[] {
  const current = host.getCurrent()
  const others = host.listBuilds().filter((build) => build !== current)
  return others.slice(0, Math.max(0, others.length - keep)).filter((build) => {
    const path = host.getBuildPath(build)
    if (isBuildInUse(host, build)) return false
    markIncomplete(path)
    if (isBuildInUse(host, build)) {
      markComplete(path)
      return false
    }
    rmSync(path, { recursive: true })
    return true
  })
}
