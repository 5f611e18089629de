import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Docker from 'dockerode'
import {
  createDockerDriverFixture,
  buildDockerConfig,
} from '../../drivers/docker/testing/docker-driver-fixture.ts'
import { type Podman, nodePath, repository } from '../../drivers/docker/testing/podman.ts'
import { createProcessDriverFixture } from '../../drivers/process/testing/process-driver-fixture.ts'
import { listLiveProcesses } from '../../drivers/process/system/processes.ts'
import { freePorts } from '../../../../testing/free-port.ts'
import type { RunningGame } from './instance-monitor.ts'
import { getSecondOwner } from './joined-drivers.ts'

const listAttempts = 3

/** The platform of game servers, seen without the driver. */
export interface TestPlatform {
  /** The settings of a worker. */
  environment: NodeJS.ProcessEnv
  lookEveryMs: number
  /** What runs of a portal. */
  games(owner: string): Promise<RunningGame[]>
  /** Processes, containers, volumes and folders of a portal. */
  leftovers(owner: string): Promise<string[]>
  /** Whether there is a host to drain to. */
  canDrain: boolean
  /** Ends what still runs. */
  close(): Promise<void>
}

/** Processes on this machine, which is two hosts, with simulated games without players. */
export async function createProcessPlatform(): Promise<TestPlatform> {
  const [programs, others] = [await createProcessDriverFixture(), await createProcessDriverFixture()]
  const { dataDir, gameCommand } = programs.config
  const owners = new Set<string>()
  const ofThese = () =>
    listLiveProcesses().filter(({ environment }) => owners.has(environment().get('CLUTCH_OWNER') ?? ''))
  return {
    environment: {
      CLUTCH_DATA_DIR: dataDir,
      CLUTCH_GAME_COMMAND: JSON.stringify(gameCommand),
      CLUTCH_GAME_PORTS: await reservePortRange(),
      TEST_SECOND_HOST: JSON.stringify({
        CLUTCH_DATA_DIR: others.config.dataDir,
        CLUTCH_GAME_HOST_NAME: 'second',
        CLUTCH_GAME_PORTS: await reservePortRange(),
      }),
    },
    lookEveryMs: 100,
    games: async (owner) => {
      const own = new Set([owner, getSecondOwner(owner)])
      for (const one of own) owners.add(one)
      const begun = listLiveProcesses().filter(({ pid, session }) => pid === session)
      return begun.flatMap(({ pid, start, environment }) => {
        const variables = environment()
        if (!own.has(variables.get('CLUTCH_OWNER') ?? '') || isWaitingForGo(pid)) return []
        const generation = Number(variables.get('CLUTCH_GENERATION'))
        return [{ rentalId: variables.get('CLUTCH_LEASE') ?? '', generation, run: `${pid}-${start}` }]
      })
    },
    leftovers: async (owner) => [
      ...(await programs.leftovers(owner)),
      ...(await others.leftovers(getSecondOwner(owner))),
    ],
    canDrain: true,
    close: async () => {
      // There are some where a test failed.
      for (const { pid } of ofThese()) process.kill(pid, 'SIGKILL')
      await programs.remove()
      await others.remove()
    },
  }
}

/** Containers of a real engine, with the same games. */
export async function createDockerPlatform(podman: Podman, dataDir: string): Promise<TestPlatform> {
  const game = [nodePath, join(repository, 'gamesim/start.mjs'), '--rented', '--idle']
  const command = [...game, '--host', '{host}', '--port', '{port}', '--data', '{folder}']
  const regions = ['ap-shanghai', 'ap-tokyo']
  const host = { name: 'box', regions, url: podman.url, bind: '127.0.0.1', ports: await reservePortRange() }
  const docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
  const settings = buildDockerConfig(podman, command)
  const fixture = createDockerDriverFixture(podman)
  return {
    environment: {
      CLUTCH_DATA_DIR: dataDir,
      CLUTCH_RENTAL_DRIVER: 'docker',
      CLUTCH_DOCKER_HOSTS: JSON.stringify([host]),
      CLUTCH_DOCKER_IMAGE: settings.dockerImage,
      CLUTCH_DOCKER_MOUNTS: JSON.stringify(settings.dockerMounts),
      CLUTCH_DOCKER_MEMORY_MB: '512',
      CLUTCH_GAME_COMMAND: JSON.stringify(command),
      CLUTCH_GAME_LABELS: 'test',
    },
    lookEveryMs: 400,
    games: (owner) => listRunningContainers(docker, owner),
    leftovers: (owner) => fixture.leftovers(owner),
    canDrain: false,
    close: async () => undefined,
  }
}

async function listRunningContainers(docker: Docker, owner: string): Promise<RunningGame[]> {
  for (let tries = 1; ; tries += 1) {
    const inspected = await inspectContainers(docker, owner)
    const running = inspected.filter((one) => one !== null).filter(({ State }) => State.Running)
    // Where one ended between the list and the look at it, another may have begun that the list has not.
    if (running.length === inspected.length || tries === listAttempts)
      return running
        .filter(({ Config }) => Config.Labels['clutch.verify'] === undefined)
        .map(({ Id, State, Config: { Labels } }) => ({
          rentalId: Labels['clutch.lease'] ?? '',
          generation: Number(Labels['clutch.generation']),
          run: `${Id} ${State.StartedAt}`,
        }))
  }
}

/** Inspects the containers listed as running; null for one that could not be inspected. */
async function inspectContainers(
  docker: Docker,
  owner: string,
): Promise<(Docker.ContainerInspectInfo | null)[]> {
  const filters = { label: [`clutch.owner=${owner}`] }
  const listed = await docker.listContainers({ filters })
  return Promise.all(
    listed.map(({ Id }) =>
      docker
        .getContainer(Id)
        .inspect()
        .catch(() => null),
    ),
  )
}

/** Whether the process still waits for its go: without it, it never starts. */
function isWaitingForGo(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words === '' || words.includes('read -r word')
  } catch {
    return true
  }
}

export async function reservePortRange(): Promise<string> {
  const ports = await freePorts(61)
  return `${ports.at(0)}-${ports.at(-1)}`
}
