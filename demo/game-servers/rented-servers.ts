import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type LiveProcess,
  listLiveProcesses,
} from '@clutch/server/domains/rentals/drivers/process/system/processes.ts'

/** What marks the demo's own rented servers: a portal's stop leaves them running, Ctrl-C here does not. */
const processLabel = 'demo'
const shutdownGraceMs = 3_000

/**
 * How rented servers are simulated here: some regulars drop in, play a short match, and its demo is uploaded. They report
 * the version that the steam.inf of the folder `install` names.
 */
export function rentalEnvironment(
  environment: NodeJS.ProcessEnv,
  pace: number,
  install: string,
): NodeJS.ProcessEnv {
  const gamesim = join(import.meta.dirname, '../../gamesim/start.mjs')
  const place = ['--port', '{port}', '--host', '{host}', '--data', '{folder}', '--install', install]
  const life = ['--rented', '--visitors', '6', '--pace', String(pace)]
  return {
    CLUTCH_GAME_LABELS: processLabel,
    ...(environment['CLUTCH_GAME_COMMAND'] === undefined && {
      CLUTCH_GAME_COMMAND: JSON.stringify([process.execPath, gamesim, ...life, ...place]),
      CLUTCH_GAME_INSTALL: install,
    }),
  }
}

/** Creates what rented servers take their version from. A version that the user of the demo wrote there stays. */
export function createDemoInstall(folder: string): void {
  const file = join(folder, 'game/csgo/steam.inf')
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'PatchVersion=1.41.3.1\nappID=730\n')
}

/** Ends the rented servers of this data directory; their folders stay, and the next start starts them again. What does not go is killed. */
export async function stopRentedServers(dataDir: string): Promise<void> {
  signalProcesses(findRentedProcesses(dataDir), 'SIGTERM')
  const deadline = performance.now() + shutdownGraceMs
  while (findRentedProcesses(dataDir).length > 0 && performance.now() < deadline) await pause(50)
  signalProcesses(findRentedProcesses(dataDir), 'SIGKILL')
}

function findRentedProcesses(dataDir: string): LiveProcess[] {
  const home = join(dataDir, 'rentals') + sep
  return listLiveProcesses().filter(({ environment }) => {
    const variables = environment()
    return variables.get('HOME')?.startsWith(home) === true && variables.get('CLUTCH_LABELS') === processLabel
  })
}

function signalProcesses(processes: readonly LiveProcess[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself.
    }
  }
}
