import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tryInstall } from '../trials/try-install.ts'
import type { CheckResult } from '../trials/trial-checks.ts'
import { HostError, exitCodes } from '../host-error.ts'
import type { HostFolder } from '../host-folder.ts'
import { recordTrial } from '../trials/trial-log.ts'
import type { HostOptions } from './host-options.ts'

const startScript = join(import.meta.dirname, '../../../../deploy/game/start.sh')

/** Throws HostError where an operator or a failed trial holds the host. */
export function assertNotHeld(host: HostFolder): void {
  const hold = host.readHold()
  if (hold) throw new HostError(`held since ${hold.since}: ${hold.reason}`, exitCodes.held)
}

/** Throws HostError for mods that are not installed. */
export function assertMods(host: HostFolder, version: string): void {
  if (!/^\w[\w.-]*$/.test(version) || !existsSync(join(host.getModsPath(version), 'addons')))
    throw new HostError(`mods/${version} is no folder that holds addons/`, exitCodes.usage)
}

/** Starts a server of the build. Throws HostError after a failed check, which holds everything, and where the host is held meanwhile. */
export async function tryOrHold(options: HostOptions, build: string): Promise<void> {
  const { host, io } = options
  io.out(`trying build ${build}`)
  const results = await tryBuild(options, build)
  for (const { name, ok, detail } of results) io.out(`${ok ? 'pass' : 'FAIL'}  ${name}: ${detail}`)
  const failed = results.find(({ ok }) => !ok)
  if (failed) {
    const reason = `build ${build}: ${failed.name}: ${failed.detail}`
    host.holdAfterTrial(reason)
    throw new HostError(`held: ${reason}`, exitCodes.trialFailed)
  }
  // An operator may have held it while the server was tried.
  assertNotHeld(host)
}

/** Starts a server of the build with the mods that are in use, or with those of `--mods`, and records how it did. */
export async function tryBuild(
  { host, port, uid, startMs, portal, demoBytes, mods: wanted }: HostOptions,
  build: string,
): Promise<CheckResult[]> {
  if (wanted !== null) assertMods(host, wanted)
  if (process.getuid?.() === 0 && (uid === null || uid === 0))
    throw new HostError('as root, --uid must name the user of the tried server', exitCodes.usage)
  const mods = wanted ?? host.getMods()
  const results = await tryInstall({
    startScript,
    install: host.getBuildPath(build),
    mods: mods === null ? null : host.getModsPath(mods),
    scratch: host.root,
    port,
    uid,
    startMs,
    portal,
    demoBytes,
  })
  recordTrial(host.root, { build, mods }, results)
  return results
}
