import type { AppContext } from '../../../../platform/context.ts'
import { DockerDriver } from './docker-driver.ts'
import { EngineClient, type EngineTimeouts } from './engine/engine-client.ts'
import { connectEngine } from './engine/connect-engine.ts'
import { toHost } from './docker-host.ts'
import type { FleetDriver } from '../driver.ts'

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
  const game = {
    image: dockerImage,
    command: gameCommand,
    verifyCommand: config.gameVerifyCommand ?? null,
    install: config.gameInstall ?? null,
    mounts: config.dockerMounts,
    memoryMb: config.dockerMemoryMb,
    cpus: config.dockerCpus,
    words: config.gameLabels ?? [],
  }
  const { gameUpdateCommand: command, gameUpdateImage: image, gameUpdateMounts: mounts } = config
  const updater = command ? { command, image: image ?? dockerImage, mounts } : null
  const machines = dockerHosts.map((host) => ({
    host: toHost(host),
    bind: host.bind,
    subnets: host.subnets ?? null,
    engine: new EngineClient(host.name, connectEngine(host), timeouts),
  }))
  return Promise.resolve(new DockerDriver(machines, { game, updater, owner, stopMs: timeouts.stopMs, log }))
}
