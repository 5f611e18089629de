import type { GameImage } from '../game-image.types.ts'
import type Docker from 'dockerode'
import { getInstanceName } from '../../driver.ts'
import { fillCommandPlaceholders, getTvPort } from '../../game-command.ts'
import type { DockerHost } from '../docker-target.ts'
import { type InstanceLabels, toLabels, getVolumeName } from './container-labels.ts'
import { getNetworkName } from './container-network.ts'

export type { GameImage } from '../game-image.types.ts'

/** The label that names the network a container was made for. */
export const networkLabel = 'clutch.network'

/** Where an instance keeps its files, in its container. */
export const instanceFolder = '/clutch'

/** The container of an instance: nothing that its image's user does not need, and no secret. */
export function buildGameContainer(
  game: GameImage,
  machine: Pick<DockerHost, 'bind' | 'rconBind' | 'host'>,
  marks: InstanceLabels,
): Docker.ContainerCreateOptions {
  const tvPort = getTvPort(game.command, marks.port)
  const ports = [`${marks.port}/udp`, `${marks.port}/tcp`, ...(tvPort === null ? [] : [`${tvPort}/udp`])]
  // A game reports the port it listens on: inside and outside the number is the same.
  const publish = (port: string) => {
    const HostIp = port.endsWith('/tcp') ? machine.rconBind : machine.bind
    return [{ HostIp, HostPort: port.split('/')[0] ?? '' }]
  }
  const bare = buildBaseContainer(game, machine, marks, game.command)
  return {
    ...bare,
    name: getInstanceName(marks.instance),
    ExposedPorts: Object.fromEntries(ports.map((port) => [port, {}])),
    HostConfig: {
      ...bare.HostConfig,
      // Not in the container of a verification: behind an init the engine does not say that a program is missing.
      Init: game.init,
      PortBindings: Object.fromEntries(ports.map((port) => [port, publish(port)])),
    },
  }
}

export function getVerifierName(instance: InstanceLabels['instance']): string {
  return `${getInstanceName(instance)}-verify`
}

/** The container that verifies the files of an instance for `marks.op`, while that does not run. */
export function buildVerifierContainer(
  game: GameImage,
  machine: Pick<DockerHost, 'host'>,
  command: readonly string[],
  marks: InstanceLabels,
): Docker.ContainerCreateOptions {
  return {
    ...buildBaseContainer(game, machine, marks, command),
    name: getVerifierName(marks.instance),
  }
}

function buildBaseContainer(
  game: GameImage,
  machine: Pick<DockerHost, 'host'>,
  marks: InstanceLabels,
  command: readonly string[],
) {
  const [program = '', ...words] = fillCommandPlaceholders(command, {
    port: marks.port,
    firstPort: machine.host.ports.first,
    host: '0.0.0.0',
    folder: instanceFolder,
  })
  const bytes = game.memoryMb * 1024 * 1024
  const network = getNetworkName(marks.owner, marks.instance)
  return {
    Image: game.image,
    Hostname: getInstanceName(marks.instance),
    // The command replaces the image's entrypoint.
    Entrypoint: [program],
    Cmd: words,
    Labels: {
      ...Object.fromEntries(game.words.map((word) => [`clutch.word.${word}`, ''])),
      [networkLabel]: network,
      ...toLabels(marks),
    },
    HostConfig: {
      NetworkMode: network,
      Mounts: [
        ...game.mounts.map(parseMount),
        {
          Type: 'volume' as const,
          Source: getVolumeName(marks.owner, marks.instance),
          Target: instanceFolder,
        },
      ],
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: 1024,
      Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=256m,mode=1777' },
      // Without a size a game that talks much fills the disk of the machine.
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m' } },
      ...(bytes > 0 && { Memory: bytes, MemorySwap: bytes }),
      ...(game.cpus > 0 && { NanoCpus: Math.round(game.cpus * 1e9) }),
      ...(game.cpuShares !== null && { CpuShares: game.cpuShares }),
      ...(game.cores !== null && { CpusetCpus: game.cores }),
    },
  }
}

/** As a mount and not a bind, for which Docker makes a folder of the host that is not there. */
export function parseMount(mount: string) {
  const [Source = '', Target = '', mode] = mount.split(':')
  return { Type: 'bind' as const, Source, Target, ReadOnly: mode === 'ro' }
}
