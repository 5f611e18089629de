import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'
import type { AppContext } from '../../../../platform/context.ts'
import type { FleetNode } from '../driver.ts'
import { gameCommand } from '../command.ts'
import { gameUidsOf, gameUserOf, isolationProblem, openWay, userProblem } from './game-user.ts'
import type { Machine } from './machine.ts'
import { Records } from './record.ts'

/** Why this machine runs no rented servers by these settings; null where it does. */
export function processProblem(settings: Config): string | null {
  if (gameCommand(settings) === null)
    return 'CLUTCH_GAME_COMMAND is missing: production has no simulated servers'
  return userProblem(settings)
}

/** This machine as the fleet sees it: every region may stand on it. */
export function processNode(settings: Config): FleetNode {
  const { nodeName, gameHost, gamePublicHost, gamePorts } = settings
  return {
    name: nodeName,
    regions: ['*'],
    host: gameHost,
    publicHost: gamePublicHost ?? gameHost,
    ports: gamePorts,
    most: null,
  }
}

/** This machine as the process driver works on it. */
export function openMachine(
  { config, clock, log }: Pick<AppContext, 'config' | 'clock' | 'log'>,
  owner: string,
  at: Machine['at'] = () => undefined,
): Machine {
  return {
    owner,
    host: config.gameHost,
    records: new Records(rootOf(config)),
    command: gameCommand(config) ?? [],
    verifyCommand: config.gameVerifyCommand ?? null,
    sharedUser: gameUserOf(config),
    uids: gameUidsOf(config),
    labels: config.gameLabels ?? [],
    now: () => clock.now(),
    at,
    tell: (problem) => log.error({ problem }, 'a rented server was not as it was left'),
  }
}

/** Makes the folder of rented servers and the way of their user to it; answers what is in that way, else null. */
export function wayProblem(settings: Config): string | null {
  const root = rootOf(settings)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const first = gameUidsOf(settings)?.first
  const user = first === undefined ? gameUserOf(settings) : { uid: first, gid: first }
  const stop = user ? (openWay(settings.dataDir, user) ?? openWay(root, user)) : null
  if (stop === null || user === null) return null
  return `${stop} cannot be entered by ${settings.gameUser ?? user.uid}, whom games run as`
}

/** Why real games of this machine can read the files of each other; null where they cannot, or are only simulated. */
export function neighbourProblem(settings: Config): string | null {
  return settings.gameCommand === undefined ? null : isolationProblem(settings)
}

function rootOf({ dataDir }: Config): string {
  return join(dataDir, 'rentals')
}
