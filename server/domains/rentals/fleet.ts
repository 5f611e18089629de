import { randomInt } from 'node:crypto'
import { hostClasses } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { AppContext } from '../../platform/context.ts'
import { deleteDemos } from './demos/index.ts'
import type { FleetDriver, InstanceRef } from './drivers/driver.ts'
import type { Game } from './game/game.ts'
import { openDriver } from './drivers/index.ts'
import { observeDriver } from './metrics/driver-metrics.ts'
import { openGame } from './game/index.ts'

/** Side effects outside the database; one pass of the reconciler has at most one. */
const effectKinds = [
  'create',
  'configure',
  'apply-config',
  'restart',
  'announce',
  'map',
  'map-check',
  'update',
  'check',
  'carry',
  'grenades',
  'verify',
  'halt',
  'stop',
  'drop',
  'forget',
] as const

export type EffectKind = (typeof effectKinds)[number]

/**
 * The points between two statements or side effects at which a process may die, in the order of a pass: a
 * rental was claimed, observed, its action decided and written as an intent, that was committed, the side
 * effect is about to happen, happened, its result was written, and committed. From any state of the database
 * and the hosts, the next holder reaches the wanted state.
 */
export const checkpoints = [
  'claimed',
  'observed',
  'decided',
  'intended',
  ...effectKinds.flatMap((effect) => [`${effect}-begins`, `${effect}-done`] as const),
  'written',
  'committed',
] as const

export type Checkpoint = (typeof checkpoints)[number]

/** Forgets every demo of a rental, or those from before a time, its files too; done again it is nothing. */
type DeleteDemos = (context: AppContext, rentalId: string, before?: Date) => Promise<void>

/** What the management of rentals needs. */
export interface Fleet {
  context: AppContext
  driver: FleetDriver
  game: Game
  deleteDemos: DeleteDemos
  /** A side effect that has not ended by then, ms, may or may not have happened, and is checked again. */
  sideEffectTimeoutMs: number
  /** Between 0 and 1, to spread what must not happen everywhere at once. */
  random: () => number
  at: (step: Checkpoint) => void | Promise<void>
}

export interface FleetOptions {
  driver: FleetDriver
  game: Game
  deleteDemos?: DeleteDemos
  sideEffectTimeoutMs?: number
  random?: () => number
  /** Called at each step; a crash test ends the process there. */
  at?: (step: Checkpoint) => void | Promise<void>
}

export function openFleet(context: AppContext, options: FleetOptions): Fleet {
  return {
    deleteDemos,
    sideEffectTimeoutMs: 40_000,
    random: randomFraction,
    at: () => undefined,
    ...options,
    context,
  }
}

/** The machine of a name, where this driver serves it. */
export function findServedHost({ driver }: Pick<Fleet, 'driver'>, name: string) {
  return driver.hosts.find((host) => host.name === name)
}

/** How an instance is called to a driver. */
export function toInstanceRef(
  rental: { id: string; number: string },
  instance: { generation: number; host_name: string; host_class: string },
): InstanceRef {
  const { generation, host_name: hostName } = instance
  const hostClass = hostClasses.find((known) => known === instance.host_class) ?? 'standard'
  return { rentalId: rental.id, number: rental.number, generation, hostName, hostClass }
}

function randomFraction(): number {
  return randomInt(1_000_000) / 1_000_000
}

/** Opens the driver and the game that the config names. The caller closes them. */
export async function openRentalFleet(
  context: AppContext,
  { at }: Pick<FleetOptions, 'at'> = {},
): Promise<Fleet> {
  const game = await openGame(context)
  return openFleet(context, { driver: observeDriver(await openDriver(context)), game, ...(at && { at }) })
}
