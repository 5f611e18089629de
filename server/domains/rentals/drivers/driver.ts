/** One generation of a rental on one machine: a process, a container. */
export interface InstanceRef {
  rentalId: string
  /** The rental's number over the wire, `sv-7f3k2q`. */
  number: string
  generation: number
  /** The machine, by its name in the settings. */
  hostName: string
}

/** Returns the name of an instance on any host: of two created under one name only one succeeds. */
export function getInstanceName({ number, generation }: Pick<InstanceRef, 'number' | 'generation'>): string {
  return `prac-${number.slice('sv-'.length)}-g${generation}`
}

/** Files by their path inside the instance's folder; they hold secrets: 0600, and never in a command line, environment or label. */
export type ConfigFiles = Readonly<Record<string, string>>

export interface InstanceSpec extends InstanceRef {
  region: string
  /** UDP and TCP. */
  port: number
  files: ConfigFiles
}

/** An instance as reported by its host. */
export interface ObservedInstance {
  rentalId: string
  number: string
  generation: number
  isRunning: boolean
  /** Names this run of it: another after every start. Empty while it does not run. */
  run: string
  createdAt: Date
}

/** A machine of the settings. */
export interface Host {
  name: string
  /** Region codes; `*` is every one. */
  regions: readonly string[]
  /** Where the portal asks the game servers, and what players connect to. */
  host: string
  publicHost: string
  ports: { first: number; last: number }
  /** The most instances it takes; null: as many as it has ports. */
  most: number | null
}

/**
 * Creates, runs and removes game servers. Each call is idempotent and may be repeated by a caller who does
 * not know its outcome; each has at most one side effect. A new driver is a folder next to the others that
 * passes `testing/driver-rules.ts`.
 */
export interface FleetDriver {
  readonly kind: 'process' | 'docker'
  readonly hosts: readonly Host[]
  /**
   * Creates the instance, or adopts an existing one, writes its files, and starts it if it does not run.
   * Throws PortInUse if another program has its port, HostFull if the host accepts no more, HostUnreachable
   * if the outcome is unknown.
   */
  ensure(wanted: InstanceSpec): Promise<ObservedInstance>
  /** Null: it is certainly not there. Throws NodeSilent where that cannot be known. */
  observe(place: InstanceRef): Promise<ObservedInstance | null>
  /** Everything of this portal on a machine. What an incomplete list does not hold may still be there. Throws NodeSilent. */
  list(hostName: string): Promise<{ seen: ObservedInstance[]; complete: boolean }>
  /** Writes files beside those that are there; it is for the game to read them. Throws InstanceGone or NodeSilent. */
  configure(place: InstanceRef, files: ConfigFiles): Promise<void>
  /** Restarts it; the same `op` twice is one restart. Throws InstanceNotFound or HostUnreachable. */
  restart(place: InstanceRef, op: string): Promise<ObservedInstance>
  /** Stops it and verifies its files by the command of the settings; to be called until it is `done`, then `ensure` starts it. The same `op` is one verification. Throws InstanceGone or NodeSilent. */
  verify(place: InstanceRef, op: string): Promise<'running' | 'done'>
  /**
   * Stops it, first gracefully and by force after `graceMs`, and deletes its data unless it is retained. A
   * missing instance is a success. Throws HostUnreachable.
   */
  remove(place: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void>
  /** Lets go of connections and timers. The instances stay. */
  close(): void
}

/** Another program listens on the port. */
export class PortInUse extends Error {
  override name = 'PortInUse'
}

/** The machine takes no more instances. */
export class HostFull extends Error {
  override name = 'HostFull'
}

/** The host did not answer, or not conclusively: the call may have had its effect. */
export class HostUnreachable extends Error {
  override name = 'HostUnreachable'
}

/** There is no such instance to do anything with. */
export class InstanceNotFound extends Error {
  override name = 'InstanceNotFound'
}
