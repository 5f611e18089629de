import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HostError, exitCodes } from '../host-error.ts'
import type { HostFolder } from '../host-folder.ts'
import { installBuild } from '../builds/install-build.ts'
import { installMods } from '../mods/mods-commands.ts'
import { type PublishedBuild, readNewestBuild } from '../builds/steamcmd.ts'
import { readTrials } from '../trials/trial-log.ts'
import { type HostOptions, hourMs, newestBuild } from './host-options.ts'
import { assertMods, assertNotHeld, tryOrHold } from './try-build.ts'

/**
 * Installs the build and the mods that are wanted, and switches to both after a trial of them together; one that passed before on this host
 * is not repeated. Another revision of the description is the decision of an operator, and ends a hold.
 */
export async function applyDescription(options: HostOptions): Promise<void> {
  const { host, mods: wantedMods, revision, io } = options
  if (revision !== null) releaseForRevision(host, revision)
  assertNotHeld(host)
  if (wantedMods !== null && !existsSync(host.getModsPath(wantedMods)))
    await installMods({ ...options, print: io.out })
  if (wantedMods !== null) assertMods(host, wantedMods)
  const build = await findWantedBuild(options)
  const mods = wantedMods ?? host.getMods()
  const words = `build ${build} with ${mods === null ? 'no mods' : `mods ${mods}`}`
  if (host.getCurrent() === build && host.getMods() === mods) return io.out(`servers start from ${words}`)
  const trial = readTrials(host.root).find((one) => one.build === build && one.mods === mods)
  if (trial?.failed !== null) await tryOrHold({ ...options, mods }, build)
  if (mods !== null) host.setMods(mods)
  host.setCurrent(build)
  io.out(`servers start from ${words}; running ones move at their next restart`)
}

/** The wanted build, which is installed where it is not there. Steam serves the newest one alone. */
async function findWantedBuild(options: HostOptions): Promise<string> {
  const { host, steamcmd, neededBytes, build: wanted, io } = options
  if (wanted !== newestBuild && !/^\d+$/.test(wanted))
    throw new HostError(`--build must be a number or ${newestBuild}`, exitCodes.usage)
  if (host.isComplete(wanted)) return wanted
  const published = await readNewestBuild(steamcmd)
  const { build: newest } = published
  const current = host.getCurrent()
  if (wanted === newestBuild && current !== null && isTooNew(published, options.delayMs)) {
    io.out(`build ${newest} waits until it is ${options.delayMs / hourMs} h old`)
    return current
  }
  if (wanted !== newestBuild && wanted !== newest)
    throw new HostError(
      `no build ${wanted}; Steam serves ${newest}, and ${host.listBuilds().join(', ') || 'none'} is installed`,
      exitCodes.usage,
    )
  return host.isComplete(newest) ? newest : installBuild(host, steamcmd, neededBytes)
}

/** Other hosts try a new build first: what fails there is not installed here. Throws HostError where its age is not known. */
function isTooNew({ build, publishedAt }: PublishedBuild, delayMs: number): boolean {
  if (delayMs === 0) return false
  if (publishedAt === null)
    throw new HostError(`SteamCMD did not report when build ${build} was published`, exitCodes.steamSilent)
  return Date.now() - publishedAt.getTime() < delayMs
}

function releaseForRevision(host: HostFolder, revision: string): void {
  const path = join(host.root, 'revision')
  if (existsSync(path) && readFileSync(path, 'utf8') === revision) return
  host.setHold(null)
  writeFileSync(path, revision)
}
