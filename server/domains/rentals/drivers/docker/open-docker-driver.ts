import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { Config } from '../../../../platform/config/config.ts'
import type { AppContext } from '../../../../platform/context.ts'
import { DockerDriver } from './docker-driver.ts'
import { EngineClient, type EngineTimeouts } from './engine/engine-client.ts'
import { connectEngine } from './engine/connect-engine.ts'
import { toHost } from './docker-host.ts'
import type { FleetDriver } from '../driver.ts'
import { getClassOptions } from '../host-class-settings.ts'
import type { GameImage } from './game-image.types.ts'

/** An engine answers queries at once, but stopping, unpacking and removing depend on a loaded disk. */
const defaultTimeouts: EngineTimeouts = { queryMs: 10_000, changeMs: 60_000, stopMs: 5_000 }

/**
 * Opens the driver of the hosts in `CLUTCH_DOCKER_HOSTS`. `owner` marks this portal's containers. Throws if
 * the config has no host, image or command, which `fleetProblems` reported at the start. Calls no host.
 */
export function openDockerDriver(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  owner: string,
  timeouts = defaultTimeouts,
): Promise<FleetDriver> {
  const { dockerHosts, dockerImage, gameCommand } = config
  if (!dockerHosts || !dockerImage || !gameCommand)
    return Promise.reject(new Error('docker: a host, an image or a command is missing'))
  const { gameUpdateCommand: command, gameUpdateImage: image, gameUpdateMounts: mounts } = config
  const updater = command ? { command, image: image ?? dockerImage, mounts } : null
  const machines = dockerHosts.map((host) => ({
    host: toHost(config, host),
    games: {
      standard: getGameImage(config, host, 'standard'),
      performance: getGameImage(config, host, 'performance'),
    },
    bind: host.bind,
    // A proxy on the host encrypts RCON: nothing else reaches it.
    rconBind: host.rcon ? '127.0.0.1' : host.bind,
    subnets: host.subnets ?? null,
    engine: new EngineClient(host.name, connectEngine(host), timeouts),
  }))
  return Promise.resolve(new DockerDriver(machines, { updater, owner, stopMs: timeouts.stopMs, log }))
}

type DockerHostConfig = NonNullable<Config['dockerHosts']>[number]

/** The container of a class on a host: a class of the host comes before the host, a class of every host before the common settings. */
function getGameImage(config: Config, host: DockerHostConfig, hostClass: HostClass): GameImage {
  const common = config.hostClasses?.[hostClass]
  const own = host.classes?.[hostClass]
  const {
    memoryMb = 0,
    cpus = 0,
    cpuShares,
    cores,
  } = getClassOptions(config, hostClass, {
    own: host.classes,
    defaults: { memoryMb: config.dockerMemoryMb, cpus: config.dockerCpus },
  })
  return {
    image: own?.image ?? host.image ?? common?.image ?? config.dockerImage ?? '',
    command: own?.command ?? host.command ?? common?.command ?? config.gameCommand ?? [],
    mounts: own?.mounts ?? host.mounts ?? common?.mounts ?? config.dockerMounts,
    verifyCommand: config.gameVerifyCommand ?? null,
    install: config.gameInstall ?? null,
    memoryMb,
    cpus,
    cpuShares: cpuShares ?? null,
    cores: cores ?? null,
    init: config.dockerInit,
    words: config.gameLabels ?? [],
  }
}
