import type { Logger } from 'pino'
import { type FleetNode, type Place, type Seen, nameOf } from '../driver.ts'
import type { Container } from './answers.ts'
import type { Engine } from './engine.ts'
import { isAt, readMarks } from './marks.ts'
import type { GameSpec } from './spec.ts'

/** A machine of the settings with its engine. */
export interface Machine {
  node: FleetNode
  /** The address that ports are published on. */
  bind: string
  /** The address range of the instances' networks; null: the engine's own. */
  subnets: string | null
  engine: Engine
}

/** A place, and whatever is needed to do something there. */
export interface Spot {
  machine: Machine
  game: GameSpec
  owner: string
  place: Place
  /** How long the game may take to end before it is killed. */
  endMs: number
  log: Logger
}

/** The container that stands at a place; null where there is none, or one that is not this owner's. */
export async function standingAt({ machine, owner, place }: Spot): Promise<Container | null> {
  const found = await machine.engine.inspect(nameOf(place))
  return found && isAt(readMarks(found.labels), owner, place) ? found : null
}

export function seen(
  { leaseId, number, generation }: Omit<Place, 'node'>,
  { isRunning, run, createdAt }: Container,
): Seen {
  return { leaseId, number, generation, isRunning, run, createdAt }
}
