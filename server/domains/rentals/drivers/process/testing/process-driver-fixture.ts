import { statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../../../platform/config/config.ts'
import { createQueryDriver } from '../../../../servers/index.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import { type InstanceRef, getInstanceName } from '../../driver.ts'
import type { DriverFixture } from '../../testing/driver-fixture.ts'
import { simulatedGame } from '../../testing/simulated-game.ts'
import { getGameFolder } from '../records/instance-folder.ts'
import { buildProcessConfig, openProcessDriver } from './open-process-driver.ts'
import { type LiveProcess, listLiveProcesses } from '../system/processes.ts'
import { readOptionalFile } from '../../../../../platform/read-optional-file.ts'

/** The process driver with simulated games, in a folder of its own that `remove` removes. */
export async function createProcessDriverFixture(
  more: NodeJS.ProcessEnv = {},
): Promise<DriverFixture & { config: Config; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clutch-process-'))
  const config = buildProcessConfig(dataDir, more)
  const query = createQueryDriver()
  return {
    config,
    open: async (owner) => openProcessDriver(config, owner),
    ...simulatedGame(query),
    kill: async (instance) => {
      for (const pid of listGameProcesses(instance)) process.kill(pid, 'SIGKILL')
    },
    running: async (instance) => listGameProcesses(instance).length,
    exposed: async (instance) =>
      listProcessesWithMark('CLUTCH_INSTANCE', getInstanceName(instance))
        .map(({ pid }) => readPublicProcessData(pid))
        .join('\n'),
    file: async (instance, path) => {
      const full = join(getGameFolder(join(dataDir, 'rentals', getInstanceName(instance))), path)
      try {
        return { text: await readFile(full, 'utf8'), mode: (await stat(full)).mode & 0o777 }
      } catch {
        return null
      }
    },
    folder: async (instance) => getGameFolder(join(dataDir, 'rentals', getInstanceName(instance))),
    leftovers: async (owner) => [
      ...listProcessesWithMark('CLUTCH_OWNER', owner).map(({ pid }) => `process ${pid}`),
      ...(await listInstanceFolders(join(dataDir, 'rentals'), owner)),
    ],
    freePort,
    remove: async () => {
      query.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Folders whose record names the owner, or none at all. */
async function listInstanceFolders(root: string, owner: string): Promise<string[]> {
  const names = await readdir(root).catch(() => [])
  const environment = await Promise.all(
    names.map((name) => readFile(join(root, name, 'instance.json'), 'utf8').catch(() => owner)),
  )
  return names.filter((_name, index) => environment[index]?.includes(owner))
}

/** The processes that lead a session and carry the name of an instance. */
export function listGameProcesses(instance: InstanceRef): number[] {
  return listProcessesWithMark('CLUTCH_INSTANCE', getInstanceName(instance))
    .filter(({ pid, session }) => pid === session)
    .map(({ pid }) => pid)
}

/** Living processes with this mark in their environment. */
function listProcessesWithMark(mark: string, value: string): LiveProcess[] {
  return listLiveProcesses().filter(({ environment }) => environment().get(mark) === value)
}

function readPublicProcessData(pid: number): string {
  return `${readOptionalFile(`/proc/${pid}/cmdline`) ?? ''}\n${readOptionalFile(`/proc/${pid}/environ`) ?? ''}`
}

/** The mode and owner of a path, as `ls` shows them. */
export function readFileAccess(path: string): { mode: number; uid: number } {
  const { mode, uid } = statSync(path)
  return { mode: mode & 0o7777, uid }
}
