import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import { addMs, hostLostMs, observationGapMs } from './timing.ts'
import type { SwitchRow } from './reconciler.store.ts'

/** Everything a decision about a rental is made from, besides a look at the world. */
export interface RentalFacts {
  now: Date
  rental: RentalRow
  /** The latest generation first. */
  instances: readonly InstanceRow[]
  /** The move that runs. */
  switching: SwitchRow | null
  /** An owner's move that is done, and from before which demos are still there. */
  forgetting: SwitchRow | null
  /** G20, of the rental or of its region. */
  isMaintained: boolean
}

/** How an instance was found. `silent`: nobody knows; `stopped`: it is there and does not run; `running`: its game does not answer yet. */
export interface Observation {
  generation: number
  is: 'silent' | 'absent' | 'stopped' | 'running' | 'ready'
}

/** The one thing that is to be done about a rental next. */
export type Action =
  /** To know how an instance is, before anything is decided. */
  | { kind: 'look'; generation: number }
  /** Nothing before then; null: nothing until something changes. */
  | { kind: 'wait'; until: Date | null }
  /** To find a machine and a port for the next generation; `replaces` one that stands. */
  | { kind: 'place'; region: string; avoid: string | null; switchId: string | null }
  /** To make it, or to start it where it does not run. */
  | { kind: 'create'; generation: number }
  | { kind: 'configure'; generation: number }
  | { kind: 'tell'; generation: number }
  | { kind: 'ready'; generation: number }
  | { kind: 'restart'; generation: number; op: string; isAsked: boolean }
  | { kind: 'verify'; generation: number; op: string }
  | { kind: 'give-up-verify'; generation: number; op: string }
  /** The move is done: what stands in the target is the rental's from now on. */
  | { kind: 'move'; generation: number; switchId: string }
  | { kind: 'fail-switch'; switchId: string; reason: string }
  | { kind: 'forget'; switchId: string }
  | { kind: 'stop'; generation: number; keepData: boolean }
  /** To delete the data of one that was stopped. */
  | { kind: 'drop'; generation: number }
  | { kind: 'clear' }
  | { kind: 'fail' }

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** Whether a server is to stand at all. */
export function shouldRun({ rental, now }: Pick<RentalFacts, 'rental' | 'now'>): boolean {
  return rental.revoked_at === null && rental.failed_at === null && rental.expires_at > now
}

export function isPresent({ state }: Pick<InstanceRow, 'state'>): boolean {
  return state !== 'removed'
}

/** The instance of a generation, where it is to stand and nobody ends it. */
export function findActiveInstance(
  { instances }: Pick<RentalFacts, 'instances'>,
  generation: number | null,
): InstanceRow | null {
  const found = instances.find((one) => one.generation === generation)
  return found && isPresent(found) && found.state !== 'stopping' ? found : null
}

/** R7: nobody reached it for five minutes, and somebody tried all the time. */
export function isLost(one: InstanceRow, now: Date): boolean {
  const { unreached_at: since, unreached_seen_at: seen } = one
  if (since === null || seen === null) return false
  return addMs(since, hostLostMs) <= now && addMs(seen, observationGapMs) >= now
}

/** What is written where an instance is not reached now: since when, unless nobody looked for a while. */
export function getUnreachedChange(
  one: InstanceRow,
  now: Date,
): { unreached_at: Date; unreached_seen_at: Date } {
  const { unreached_at: since, unreached_seen_at: seen } = one
  const isOld = since === null || seen === null || addMs(seen, observationGapMs) < now
  return { unreached_at: isOld ? now : since, unreached_seen_at: now }
}

/** What stands and is neither the rental's server nor what a move makes: it is to go. */
export function getSurplusInstances(facts: RentalFacts): InstanceRow[] {
  const { rental, switching, instances } = facts
  const kept = [
    findActiveInstance(facts, rental.generation),
    findActiveInstance(facts, switching?.generation ?? null),
  ]
  return instances.filter((one) => isPresent(one) && !kept.includes(one))
}
