import type Docker from 'dockerode'
import { nameOf } from '../driver.ts'
import { filledIn } from '../command.ts'
import { type Marks, labelsOf, volumeOf } from './marks.ts'
import { networkOf } from './network.ts'

/** What a game server is, by the settings alone. */
export interface GameSpec {
  image: string
  command: readonly string[]
  /** Null: verifying makes the container anew from its image. */
  verifyCommand: readonly string[] | null
  /** `/of/the/host:/in/the/container:ro` */
  mounts: readonly string[]
  /** 0: no limit. */
  memoryMb: number
  /** Processor cores, also parts of one; 0: no limit. */
  cpus: number
  /** Words that each container is marked with. */
  words: readonly string[]
}

/** The label that names the network a container was made for. */
export const networkLabel = 'clutch.network'

/** Where an instance keeps its files, in its container. */
export const folder = '/clutch'

/** The container of an instance: nothing that its image's user does not need, and no secret. */
export function gameContainer(game: GameSpec, bind: string, marks: Marks): Docker.ContainerCreateOptions {
  const ports = [`${marks.port}/udp`, `${marks.port}/tcp`]
  // A game tells the port it listens on: inside and outside are one number.
  const published = [{ HostIp: bind, HostPort: String(marks.port) }]
  const bare = bareContainer(game, marks, game.command)
  return {
    ...bare,
    name: nameOf(marks.place),
    ExposedPorts: Object.fromEntries(ports.map((port) => [port, {}])),
    HostConfig: {
      ...bare.HostConfig,
      PortBindings: Object.fromEntries(ports.map((port) => [port, published])),
    },
  }
}

export function verifierName(place: Marks['place']): string {
  return `${nameOf(place)}-verify`
}

/** The container that verifies the files of an instance for `marks.op`, while that does not run. */
export function verifierContainer(
  game: GameSpec,
  command: readonly string[],
  marks: Marks,
): Docker.ContainerCreateOptions {
  return {
    ...bareContainer(game, marks, command),
    name: verifierName(marks.place),
  }
}

function bareContainer(game: GameSpec, marks: Marks, command: readonly string[]) {
  const [program = '', ...words] = filledIn(command, {
    port: marks.port,
    host: '0.0.0.0',
    folder,
  })
  const bytes = game.memoryMb * 1024 * 1024
  const network = networkOf(marks.owner, marks.place)
  return {
    Image: game.image,
    Hostname: nameOf(marks.place),
    // The command is the whole of it, whatever the image would start.
    Entrypoint: [program],
    Cmd: words,
    Labels: {
      ...Object.fromEntries(game.words.map((word) => [`clutch.word.${word}`, ''])),
      [networkLabel]: network,
      ...labelsOf(marks),
    },
    HostConfig: {
      NetworkMode: network,
      Mounts: [
        ...game.mounts.map(mountOf),
        { Type: 'volume' as const, Source: volumeOf(marks.owner, marks.place), Target: folder },
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
    },
  }
}

/** As a mount and not a bind, for which Docker makes a folder of the host that is not there. */
function mountOf(mount: string) {
  const [Source = '', Target = '', mode] = mount.split(':')
  return { Type: 'bind' as const, Source, Target, ReadOnly: mode === 'ro' }
}
