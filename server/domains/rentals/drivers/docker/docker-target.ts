import type { Logger } from 'pino'
import { type Host, type InstanceRef, type ObservedInstance, getInstanceName } from '../driver.ts'
import type { Container } from './engine/engine.schema.ts'
import type { EngineClient } from './engine/engine-client.ts'
import { isInstanceContainer, parseLabels } from './containers/container-labels.ts'
import type { HostClass } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { GameImage, InstallUpdater } from './game-image.types.ts'

/** A configured host with its engine. */
export interface DockerHost {
  host: Host
  /** The address that ports are published on. */
  bind: string
  /** The same for RCON (TCP). */
  rconBind: string
  /** The address range of the instances' networks; null: the engine's own. */
  subnets: string | null
  /** What runs on it, by class. */
  games: Readonly<Record<HostClass, GameImage>>
  engine: EngineClient
}

/** An instance and what is needed to work with it. */
export interface DockerTarget {
  machine: DockerHost
  game: GameImage
  /** Null: no command that updates installs is configured. */
  updater: InstallUpdater | null
  owner: string
  instance: InstanceRef
  /** How long the game may take to stop before it is killed, in milliseconds. */
  stopMs: number
  log: Logger
}

/** Returns the container of an instance; null if there is none or it belongs to another owner. */
export async function findContainer({ machine, owner, instance }: DockerTarget): Promise<Container | null> {
  const found = await machine.engine.inspect(getInstanceName(instance))
  return found && isInstanceContainer(parseLabels(found.labels), owner, instance) ? found : null
}

export function toObservedInstance(
  { rentalId, number, generation }: Omit<InstanceRef, 'hostName'>,
  { isRunning, run, createdAt }: Container,
): ObservedInstance {
  return { rentalId, number, generation, isRunning, run, createdAt }
}
