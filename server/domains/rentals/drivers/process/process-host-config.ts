import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'
import type { AppContext } from '../../../../platform/context.ts'
import type { Host } from '../driver.ts'
import { getGameCommand } from '../game-command.ts'
import { getClassOptions, getHostClasses } from '../host-class-settings.ts'
import { getPinningPrefix, getPinningProblem } from './system/pinning.ts'
import {
  getGameUids,
  getGameUser,
  getIsolationProblem,
  allowTraversal,
  getUserProblem,
} from './system/game-user.ts'
import type { ProcessHost } from './process-host.ts'
import { InstanceRecords } from './records/instance-records.ts'

/** Why this machine runs no rented servers by these settings; null where it does. */
export function getProcessHostProblem(config: Config): string | null {
  if (getGameCommand(config) === null)
    return 'CLUTCH_GAME_COMMAND is missing: production has no simulated servers'
  return getUserProblem(config) ?? getPinningProblem(config.hostClasses ?? {})
}

/** Returns this machine as a host, with the regions of the settings. */
export function getProcessHost(config: Config): Host {
  const { gameHostName, gameHost, gamePublicHost, gamePorts, gameRegions, gameCapacity } = config
  // A query to 0.0.0.0 is answered from another address, and a game never seemed ready.
  const queryHost = { '0.0.0.0': '127.0.0.1', '::': '::1' }[gameHost] ?? gameHost
  return {
    name: gameHostName,
    regions: gameRegions,
    host: queryHost,
    publicHost: gamePublicHost ?? queryHost,
    ports: gamePorts,
    most: gameCapacity.servers ?? null,
    classes: getHostClasses(config),
    limits: { memoryMb: gameCapacity.memoryMb ?? null, cpus: gameCapacity.cpus ?? null },
  }
}

/** This machine as the process driver works on it. */
export function openProcessHost(
  { config, clock, log }: Pick<AppContext, 'config' | 'clock' | 'log'>,
  owner: string,
  at: ProcessHost['at'] = () => undefined,
): ProcessHost {
  return {
    owner,
    host: config.gameHost,
    firstPort: config.gamePorts.first,
    records: new InstanceRecords(getInstancesRoot(config)),
    command: getGameCommand(config) ?? [],
    pinning: {
      standard: getPinningPrefix(getClassOptions(config, 'standard', {})),
      performance: getPinningPrefix(getClassOptions(config, 'performance', {})),
    },
    verifyCommand: config.gameVerifyCommand ?? null,
    install: config.gameInstall ?? null,
    updateCommand: config.gameUpdateCommand ?? null,
    updateFolder: join(config.dataDir, 'game-update'),
    sharedUser: getGameUser(config),
    uids: getGameUids(config),
    labels: config.gameLabels ?? [],
    now: () => clock.now(),
    at,
    report: (problem) =>
      log.error({ problem }, 'the stored state of a rented server differs from its process'),
  }
}

/**
 * Creates the folder of rented servers and makes it accessible to their user; returns the obstacle, or null.
 */
export function getFolderAccessProblem(config: Config): string | null {
  const root = getInstancesRoot(config)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const first = getGameUids(config)?.first
  const user = first === undefined ? getGameUser(config) : { uid: first, gid: first }
  const stop = user ? (allowTraversal(config.dataDir, user) ?? allowTraversal(root, user)) : null
  if (stop === null || user === null) return null
  return `${stop} cannot be entered by ${config.gameUser ?? user.uid}, whom games run as`
}

/** Why real games of this machine can read the files of each other; null where they cannot, or are only simulated. */
export function getSharedFilesProblem(config: Config): string | null {
  return config.gameCommand === undefined ? null : getIsolationProblem(config)
}

function getInstancesRoot({ dataDir }: Config): string {
  return join(dataDir, 'rentals')
}
