import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Docker from 'dockerode'
import { pino } from 'pino'
import { readConfig } from '../../../../../platform/config/config.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import { openDockerDriver } from '../open-docker-driver.ts'
import { type InstanceRef, getInstanceName } from '../../driver.ts'
import type { DriverFixture } from '../../testing/driver-fixture.ts'
import { simulatedGame } from '../../testing/simulated-game.ts'
import { getVolumeName } from '../containers/container-labels.ts'
import { type Podman, nodePath, repository } from './podman.ts'

/** The simulated game server, as a container runs it. */
const simulatedGameCommand =
  `${nodePath} ${join(repository, 'gamesim/start.mjs')} --rented --host {host} --port {port} --data {folder}`.split(
    ' ',
  )

/** Settings of the docker driver on one host. */
export function buildDockerConfig(
  podman: Pick<Podman, 'url' | 'image' | 'mounts'>,
  command: readonly string[],
  more: NodeJS.ProcessEnv = {},
) {
  const host = { name: 'box', regions: ['ap-shanghai'], url: podman.url, bind: '127.0.0.1' }
  // Ports are free on this machine for one caller alone, and so are networks by port.
  const subnets = '10.192.0.0/10'
  return readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_RENTAL_DRIVER: 'docker',
    CLUTCH_DOCKER_HOSTS: JSON.stringify([{ ...host, subnets, ports: '10000-60000' }]),
    CLUTCH_DOCKER_IMAGE: podman.image,
    CLUTCH_DOCKER_MOUNTS: JSON.stringify(podman.mounts),
    CLUTCH_DOCKER_MEMORY_MB: '512',
    CLUTCH_DOCKER_CPUS: '2',
    CLUTCH_GAME_COMMAND: JSON.stringify(command),
    CLUTCH_GAME_LABELS: 'test',
    ...more,
  })
}

const timeouts = { queryMs: 10_000, changeMs: 30_000, stopMs: 1_000 }

/** The docker driver with simulated games, for the rules of every driver. */
export function createDockerDriverFixture(podman: Podman): DriverFixture {
  const config = buildDockerConfig(podman, simulatedGameCommand)
  const docker = new Docker({ socketPath: podman.url.slice('unix://'.length), host: '' })
  const findByName = async (name: string) =>
    (await docker.listContainers({ all: true })).filter(({ Names }) => Names.includes(`/${name}`))
  const volumes = async () => (await docker.listVolumes()).Volumes
  const findFolder = async (instance: InstanceRef) =>
    (await volumes()).find(({ Name }) => Name.endsWith(`-${getInstanceName(instance)}`))?.Mountpoint ?? null
  return {
    open: (owner) => openDockerDriver({ config, log: pino({ level: 'silent' }) }, owner, timeouts),
    ...simulatedGame(),
    kill: (instance) => docker.getContainer(getInstanceName(instance)).kill(),
    running: async (instance) =>
      (await findByName(getInstanceName(instance))).filter(({ State }) => State === 'running').length,
    exposed: async (instance) => {
      const inspected = await docker.getContainer(getInstanceName(instance)).inspect()
      const procFiles = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${inspected.State.Pid}/${file}`, 'utf8'),
      )
      return [JSON.stringify(inspected), ...procFiles].join('\n')
    },
    file: async (instance, path) => {
      const folder = await findFolder(instance)
      if (folder === null) return null
      const full = join(folder, path)
      return { text: await readFile(full, 'utf8'), mode: (await stat(full)).mode & 0o777 }
    },
    folder: async (instance) => (await findFolder(instance)) ?? '',
    leftovers: async (owner) => {
      const prefix = getVolumeName(owner, { number: 'sv-', generation: 0 }).replace(/prac-.*$/, '')
      const owned = (await volumes()).filter(({ Name }) => Name.startsWith(prefix))
      const labelled = await docker.listContainers({
        all: true,
        filters: { label: [`clutch.owner=${owner}`] },
      })
      const networks = (await docker.listNetworks()).filter(({ Name }) => Name.startsWith(prefix))
      return [...[...owned, ...networks].map(({ Name }) => Name), ...labelled.flatMap(({ Names }) => Names)]
    },
    freePort,
  }
}
