import { readFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import Docker from 'dockerode'
import { containersUnderTest, dockerSettings } from '../../drivers/docker/testing/containers.ts'
import { nodeInside, repository } from '../../drivers/docker/testing/podman.ts'
import type { Podman } from '../../drivers/docker/testing/podman.ts'
import { programsUnderTest } from '../../drivers/process/testing/programs.ts'
import { living } from '../../drivers/process/processes.ts'
import type { Running } from './guard.ts'

/** What game servers stand on, seen past the driver. */
export interface Substrate {
  /** The settings of a worker. */
  environment: NodeJS.ProcessEnv
  lookEveryMs: number
  /** What runs of a portal. */
  games(owner: string): Promise<Running[]>
  /** Processes, containers, volumes and folders of a portal. */
  leftovers(owner: string): Promise<string[]>
  /** Ends what is still there. */
  close(): Promise<void>
}

/** Processes beside the test, with simulated games that nobody plays on. */
export async function processSubstrate(): Promise<Substrate> {
  const programs = await programsUnderTest()
  const { dataDir, gameCommand } = programs.settings
  const owners = new Set<string>()
  const ofThese = () =>
    living().filter(({ environment }) => owners.has(environment().get('CLUTCH_OWNER') ?? ''))
  return {
    environment: {
      CLUTCH_DATA_DIR: dataDir,
      CLUTCH_GAME_COMMAND: JSON.stringify(gameCommand),
      CLUTCH_GAME_PORTS: somePorts(),
    },
    lookEveryMs: 100,
    games: async (owner) => {
      owners.add(owner)
      const begun = living().filter(({ pid, session }) => pid === session)
      return begun.flatMap(({ pid, start, environment }) => {
        const told = environment()
        if (told.get('CLUTCH_OWNER') !== owner || hearkens(pid)) return []
        const generation = Number(told.get('CLUTCH_GENERATION'))
        return [{ leaseId: told.get('CLUTCH_LEASE') ?? '', generation, run: `${pid}-${start}` }]
      })
    },
    leftovers: (owner) => programs.leftovers(owner),
    close: async () => {
      // There are some where a test failed.
      for (const { pid } of ofThese()) process.kill(pid, 'SIGKILL')
      await programs.remove()
    },
  }
}

/** Containers of a real engine, with the same games. */
export function dockerSubstrate(podman: Podman, dataDir: string): Substrate {
  const game = [nodeInside, join(repository, 'gamesim/start.mjs'), '--rented', '--idle']
  const command = [...game, '--host', '{host}', '--port', '{port}', '--data', '{folder}']
  const regions = ['ap-shanghai', 'ap-tokyo']
  const host = { name: 'box', regions, url: podman.url, bind: '127.0.0.1', ports: somePorts() }
  const docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
  const settings = dockerSettings(podman, command)
  const subject = containersUnderTest(podman)
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
    games: (owner) => containersOf(docker, owner),
    leftovers: (owner) => subject.leftovers(owner),
    close: async () => undefined,
  }
}

async function containersOf(docker: Docker, owner: string): Promise<Running[]> {
  const filters = { label: [`clutch.owner=${owner}`] }
  const listed = await docker.listContainers({ filters })
  const told = await Promise.all(
    // What is removed at this moment is told of next time.
    listed.map(({ Id }) =>
      docker
        .getContainer(Id)
        .inspect()
        .catch(() => null),
    ),
  )
  return told
    .filter((one) => one !== null)
    .filter(({ State, Config }) => State.Running && Config.Labels['clutch.verify'] === undefined)
    .map(({ Id, State, Config: { Labels } }) => ({
      leaseId: Labels['clutch.lease'] ?? '',
      generation: Number(Labels['clutch.generation']),
      run: `${Id} ${State.StartedAt}`,
    }))
}

/** Whether it still waits to be told to begin: without a word it never does. */
function hearkens(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words === '' || words.includes('read -r word')
  } catch {
    return true
  }
}

/** Ports that the system gives to nobody by itself, others each time. */
function somePorts(): string {
  const [lowest = 32_768] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split(/\s+/)
    .map(Number)
  const first = randomInt(12_000, lowest - 100)
  return `${first}-${first + 60}`
}
