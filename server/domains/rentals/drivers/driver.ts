import type { Readable } from 'node:stream'
import type { ClassNeeds, HostClass, HostLimits } from '@clutch/contract/rules/rentals/host-classes.ts'
import type { InstallAction } from './install-command.ts'

/** One generation of a rental on one machine: a process, a container. */
export interface InstanceRef {
  rentalId: string
  /** The rental's number over the wire, `sv-7f3k2q`. */
  number: string
  generation: number
  /** The machine, by its name in the settings. */
  hostName: string
  /** How much processor it is promised; `standard` where it is left out. */
  hostClass?: HostClass
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
  /** Identifies this run: differs after every start. Empty while it does not run. */
  run: string
  createdAt: Date
  /** Where it is reached, from its first start on; absent where each instance of a host is at the address of the host. */
  address?: { host: string; publicHost: string; port: number }
}

/** A file that a game wrote. */
export interface GameFile {
  /** Without the folder. */
  name: string
  size: number
  changedAt: Date
}

/** Called for one file after the other; what it does with `read` has ended when it resolves. */
export type VisitGameFile = (file: GameFile, read: () => Readable) => Promise<void>

/** How far the verification of an instance is. */
export type VerificationProgress = 'running' | 'done' | 'failed'

/** How the update of a host's install stands, and the last lines that its command printed. */
export interface InstallUpdate {
  state: 'running' | 'done' | 'failed'
  output: string
}

/** A configured host. */
export interface Host {
  name: string
  /** Region codes; `*` is every one. */
  regions: readonly string[]
  /** The address for queries by the portal, and the one players connect to; empty where each instance has its own. */
  host: string
  publicHost: string
  ports: { first: number; last: number }
  /** Maximum number of instances; null: as many as it has ports. */
  most: number | null
  /** What one server of each class takes, and which classes are served. */
  classes: Readonly<Record<HostClass, ClassNeeds & { isServed: boolean }>>
  /** The most that its instances take; null: what the machine has. */
  limits: Pick<HostLimits, 'memoryMb' | 'cpus'>
}

/** What the machine of a host has. */
export interface Machine {
  memoryMb: number
  cpus: number
}

/**
 * Creates, runs and removes game servers. Each call is idempotent and may be repeated by a caller who does
 * not know its outcome; each has at most one side effect. A new driver is a folder next to the others that
 * passes `testing/driver-rules.ts`.
 */
export interface FleetDriver {
  readonly kind: 'process' | 'docker' | 'kubernetes'
  readonly hosts: readonly Host[]
  /** Whether a command that updates installs is configured. */
  readonly canUpdateInstalls: boolean
  /** Whether that command also holds updates, chooses builds and reports the state. */
  readonly canChangeInstalls: boolean
  /**
   * Creates the instance, or adopts an existing one, writes its files, and starts it if it does not run.
   * Throws PortInUse if another program has its port, HostFull if the host accepts no more, HostUnreachable
   * if the outcome is unknown.
   */
  ensure(spec: InstanceSpec): Promise<ObservedInstance>
  /** Null: it certainly does not exist. Throws HostUnreachable if that is unknown. */
  observe(instance: InstanceRef): Promise<ObservedInstance | null>
  /** All instances of this portal on a host. An instance missing from an incomplete list may still exist. Throws HostUnreachable. */
  list(hostName: string): Promise<{ instances: ObservedInstance[]; complete: boolean }>
  /** What the machine has, for the limits that the settings leave out. Throws HostUnreachable. */
  readMachine(hostName: string): Promise<Machine>
  /**
   * The version of the game that instances of a host start from; null where it is not known: no install is configured, or no
   * instance of the host is there to look into. Throws HostUnreachable.
   */
  readInstalledVersion(hostName: string): Promise<string | null>
  /**
   * Runs the configured update command on a host for an action, once for an `op`; repeat while `running`. The run survives the portal.
   * While one of another `op` runs, that one is reported. Null: no command is configured for it. Throws HostUnreachable.
   */
  updateInstall(hostName: string, op: string, action: InstallAction): Promise<InstallUpdate | null>
  /** Adds or replaces files; the game has to reread them. Throws InstanceNotFound or HostUnreachable. */
  configure(instance: InstanceRef, files: ConfigFiles): Promise<void>
  /**
   * The text of a file that its game may have written, at most `maxBytes`; null if there is none. It is read whether the game runs or
   * not. Throws FileRefused if it is a link, no file, or longer, InstanceNotFound or HostUnreachable.
   */
  readFile(instance: InstanceRef, path: string, maxBytes: number): Promise<string | null>
  /**
   * Visits the regular files of a folder that are not empty; links are passed over, and a missing folder has none. A driver may have to
   * transfer all of them to list them. Throws what `visit` throws, InstanceNotFound or HostUnreachable; ends when `signal` aborts.
   */
  readFolder(instance: InstanceRef, folder: string, visit: VisitGameFile, signal: AbortSignal): Promise<void>
  /**
   * Frees what a file of the game takes; the docker driver leaves an empty file of its name. A missing one is a success. Throws
   * InstanceNotFound or HostUnreachable.
   */
  removeFile(instance: InstanceRef, path: string): Promise<void>
  /** Stops it, by force after `graceMs`, and leaves everything else. A missing one is a success. Throws HostUnreachable. */
  stop(instance: InstanceRef, graceMs: number): Promise<void>
  /** Restarts it; the same `op` twice is one restart. Throws InstanceNotFound or HostUnreachable. */
  restart(instance: InstanceRef, op: string): Promise<ObservedInstance>
  /**
   * Stops it and verifies its files with the configured command; repeat while `running`, then `ensure` starts it. `failed`: the command
   * found a fault that it could not repair, or did not run to its end. The same `op` is one verification. Throws InstanceNotFound or
   * HostUnreachable.
   */
  verify(instance: InstanceRef, op: string): Promise<VerificationProgress>
  /**
   * Stops it, first gracefully and by force after `graceMs`, and deletes its data unless it is retained. A
   * missing instance is a success. Throws HostUnreachable.
   */
  remove(instance: InstanceRef, options: { graceMs: number; keepData: boolean }): Promise<void>
  /** Closes connections and timers. The instances keep running. */
  close(): void
}

/** Another program listens on the port. */
export class PortInUse extends Error {
  override name = 'PortInUse'
}

/** The host accepts no more instances. */
export class HostFull extends Error {
  override name = 'HostFull'
}

/** The host gave no clear answer: the call may have had its effect. */
export class HostUnreachable extends Error {
  override name = 'HostUnreachable'
}

/** What lies where a file of the game is expected is not read. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/** The instance does not exist. */
export class InstanceNotFound extends Error {
  override name = 'InstanceNotFound'
}
