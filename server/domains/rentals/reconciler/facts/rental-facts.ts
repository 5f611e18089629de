import type { MapChangeRow } from '../../map-changes/map-changes.store.ts'
import type { InstanceRow, RentalRow } from '../../rentals.store.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { hostLostMs, observationGapMs } from '../timing.ts'
import type { PendingJob } from '../jobs.store.ts'
import type { SwitchRow } from '../reconciler.store.ts'

/** Everything a decision about a rental uses, apart from an observation of its instance. */
export interface RentalFacts {
  now: Date
  rental: RentalRow
  /** The latest generation first. */
  instances: readonly InstanceRow[]
  /** The move that runs. */
  switching: SwitchRow | null
  /** An owner's move that is done, and from before which demos are still there. */
  forgetting: SwitchRow | null
  /** Instances whose host has another version of the game installed than they run. */
  updates: readonly PendingUpdate[]
  /** The hour (Asia/Shanghai) of the nightly restart; null: there is none. */
  nightlyHour: number | null
  /** What an operator's job wants. */
  job: PendingJob | null
  /** The change of map and mode that is under way. */
  mapChange: MapChangeRow | null
  /** G20, of the rental or of its region. */
  isMaintained: boolean
}

/** What the state of a rental, its outage and its address are derived from. */
export type StateFacts = Pick<RentalFacts, 'now' | 'rental' | 'instances' | 'isMaintained'> & {
  switching: Pick<SwitchRow, 'id'> | null
}

/** An instance has to be restarted to run the version that its host has installed. */
export interface PendingUpdate {
  generation: number
  version: string
  /** When it is restarted although it is occupied; null: only when it is empty. */
  deadline: Date | null
  /** The operator holds updates, or an instance of this host failed to start with that version. */
  isHeld: boolean
  /** As many instances of the host as may do so at once restart for the version now. */
  isHostBusy: boolean
}

/**
 * How an instance was found. `silent`: unknown; `stopped`: it exists and does not run; `running`: its game
 * does not answer yet; `refused`: it answers, and its console refuses the password.
 */
export interface Observation {
  generation: number
  is: 'silent' | 'absent' | 'stopped' | 'running' | 'refused' | 'ready'
}

/** Requested by an owner or operator, for a silence that lasted too long, or for a console that refuses its password. */
export type RestartReason = 'asked' | 'silent' | 'refused'

/** The next action for a rental. */
export type Action =
  /** To know how an instance is, before anything is decided. */
  | { kind: 'look'; generation: number }
  /** Nothing before then; null: nothing until something changes. */
  | { kind: 'wait'; until: Date | null }
  /** Choose a host and a port for the next generation; `replaces` an existing one. */
  | { kind: 'place'; region: string; avoid: string | null; switchId: string | null }
  /** To make it, or to start it where it does not run. */
  | { kind: 'create'; generation: number }
  | { kind: 'configure'; generation: number }
  | { kind: 'apply-config'; generation: number }
  | { kind: 'ready'; generation: number }
  | { kind: 'restart'; generation: number; op: string; why: RestartReason }
  /** To tell its players that they are interrupted in some minutes, by an update to `version` or by a job of that id. */
  | {
      kind: 'announce'
      generation: number
      version: string
      reason: 'update' | 'move' | 'restart'
      minutes: number
    }
  /** To restart it with the version that its host has installed; forced: although it is occupied. */
  | { kind: 'update'; generation: number; version: string; isForced: boolean }
  /** To restart it at night, while it is empty. */
  | { kind: 'nightly'; generation: number; night: string }
  /** To restart it for an operator's job; forced: although it is occupied. */
  | { kind: 'job-restart'; generation: number; jobId: string; isForced: boolean }
  /** To begin its move off a host that is drained. */
  | { kind: 'start-move'; generation: number; jobId: string }
  /** The move of a drain is done, if the old instance is empty. */
  | { kind: 'move-empty'; generation: number; to: number; switchId: string }
  /** To tell it its map and mode, to ask whether it has them, or to give up. */
  | { kind: 'set-map'; generation: number; changeId: string }
  | { kind: 'check-map'; generation: number; changeId: string }
  | { kind: 'fail-map'; generation: number; changeId: string; reason: string }
  /** To write the saved grenades that the owner set. */
  | { kind: 'grenades'; generation: number }
  | { kind: 'verify'; generation: number; op: string }
  | { kind: 'give-up-verify'; generation: number; op: string }
  /** The move is done: the instance in the target region is now the rental's. */
  | { kind: 'move'; generation: number; switchId: string }
  | { kind: 'fail-switch'; switchId: string; reason: string }
  | { kind: 'forget'; switchId: string }
  /** To stop it and leave its files, so that its demos are collected. */
  | { kind: 'halt'; generation: number; keepData: boolean }
  | { kind: 'stop'; generation: number; keepData: boolean }
  /** To delete the data of one that was stopped. */
  | { kind: 'drop'; generation: number }
  | { kind: 'clear' }
  | { kind: 'fail' }

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** Whether the rental should have a server at all. */
export function shouldRun({ rental, now }: Pick<RentalFacts, 'rental' | 'now'>): boolean {
  return rental.revoked_at === null && rental.failed_at === null && rental.expires_at > now
}

export function isPresent({ state }: Pick<InstanceRow, 'state'>): boolean {
  return state !== 'removed'
}

/** The instance of a generation, if it should run and is not being stopped. */
export function findActiveInstance(
  { instances }: Pick<RentalFacts, 'instances'>,
  generation: number | null,
): InstanceRow | null {
  const found = instances.find((one) => one.generation === generation)
  return found && isPresent(found) && found.state !== 'stopping' ? found : null
}

/** R7: unreachable for five minutes, with attempts all the time. */
export function isLost(one: InstanceRow, now: Date): boolean {
  const { unreached_at: since, unreached_seen_at: lastSeen } = one
  if (since === null || lastSeen === null) return false
  return addMs(since, hostLostMs) <= now && addMs(lastSeen, observationGapMs) >= now
}

/**
 * Returns what is written when an instance cannot be reached: since when, unless nothing was attempted for a
 * while.
 */
export function getUnreachedChange(
  one: InstanceRow,
  now: Date,
): { unreached_at: Date; unreached_seen_at: Date } {
  const { unreached_at: since, unreached_seen_at: lastSeen } = one
  const isOld = since === null || lastSeen === null || addMs(lastSeen, observationGapMs) < now
  return { unreached_at: isOld ? now : since, unreached_seen_at: now }
}

/** The instances that are neither the rental's server nor created by a move: they must be stopped. */
export function getSurplusInstances(facts: RentalFacts): InstanceRow[] {
  const { rental, switching, instances } = facts
  const retained = [
    findActiveInstance(facts, rental.generation),
    findActiveInstance(facts, switching?.generation ?? null),
  ]
  return instances.filter((one) => isPresent(one) && !retained.includes(one))
}
