import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  formatInstallState,
  readPatchVersion,
  stateVariable,
  steamInfPath,
} from '../../domains/rentals/index.ts'
import type { HostFolder } from './host-folder.ts'
import { formatGb } from './builds/install-build.ts'
import { isBuildInUse } from './builds/prune-builds.ts'
import { formatTrial, readTrials } from './trials/trial-log.ts'

export { stateVariable }

/** The portal shows the newest builds only. */
const maxBuilds = 12

/** Prints builds, mods and hold of a host in one line, which the portal reads from the output of the command. */
export function printHostState(host: HostFolder, print: (line: string) => void): void {
  const current = host.getCurrent()
  const hold = host.readHold()
  const builds = host
    .listBuilds()
    .slice(-maxBuilds)
    .map((build) => ({ build, version: readVersion(host.getBuildPath(build)), current: build === current }))
  print(
    formatInstallState({
      builds,
      mods: host.getMods(),
      hold: hold && { since: Date.parse(hold.since) || 0, reason: hold.reason, trial: hold.trial === true },
    }),
  )
}

/** Prints builds, mods, trials and hold for an operator, or as JSON. */
export function printStatus(host: HostFolder, isJson: boolean, print: (line: string) => void): void {
  const current = host.getCurrent()
  const builds = host
    .listBuilds()
    .map((build) => ({ build, current: build === current, inUse: isBuildInUse(host, build) }))
  const trials = readTrials(host.root)
  const status = {
    builds,
    mods: host.getMods(),
    hold: host.readHold(),
    freeBytes: host.getFreeBytes(),
    trials,
  }
  if (isJson) return print(JSON.stringify(status))
  for (const { build, current: isCurrent, inUse } of builds)
    print(`build ${build}${isCurrent ? ', current' : ''}${inUse ? ', in use' : ''}`)
  print(`mods ${status.mods ?? 'none'}, ${formatGb(status.freeBytes)} free`)
  for (const trial of trials) print(formatTrial(trial))
  if (status.hold) print(`held since ${status.hold.since}: ${status.hold.reason}`)
}

function readVersion(folder: string): string | null {
  try {
    return readPatchVersion(readFileSync(join(folder, steamInfPath), 'utf8'))
  } catch {
    return null
  }
}
