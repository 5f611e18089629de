import {
  type ConfigFiles,
  type FleetDriver,
  type InstanceRef,
  type InstanceSpec,
  getInstanceName,
} from '../driver.ts'

/**
 * What the rules need of a driver and its platform. Everything but `open` observes from outside, not through
 * the driver.
 */
export interface DriverFixture {
  /** A driver as a portal of this owner has it; opened again it is that portal after a crash. One that another owner opens serves the same machine. */
  open(owner: string): Promise<FleetDriver>
  /** Files by which the game says that it is called so, and takes this RCON password. */
  files(name: string, rconPassword: string): ConfigFiles
  /** What the game there calls itself by its own query; null while it does not answer. */
  nameAt(port: number): Promise<string | null>
  /** Whether the console there takes this password; left out for a game whose files are not asked for one. */
  takesPassword?(port: number, rconPassword: string): Promise<boolean>
  /** Kills the game as the kernel does when memory is short. */
  kill(place: InstanceRef): Promise<void>
  /** How many games run under the name of this place, of whichever owner. */
  running(place: InstanceRef): Promise<number>
  /** Everything of the instance that others on the machine can read: command lines, environments, labels. */
  exposed(place: InstanceRef): Promise<string>
  /** A file of the instance's folder and its mode (0o600); null where it is not there. */
  file(place: InstanceRef, path: string): Promise<{ text: string; mode: number } | null>
  /** Processes, containers, folders that are there of this owner, by whatever name. */
  leftovers(owner: string): Promise<string[]>
  /** A free port. */
  freePort(): Promise<number>
}

/** What a rule works with. */
export interface DriverRuleContext {
  subject: DriverFixture
  owner: string
  /** The driver of `owner`. */
  driver: FleetDriver
  /** Opens another driver of an owner, closed after the test. */
  another(owner?: string): Promise<FleetDriver>
  /** A new place. Its instance is removed after the test. */
  place(generation?: number): InstanceRef
}

/** Rules by their titles, which begin with the number of the invariant. */
export type DriverRules = Readonly<Record<string, (bench: DriverRuleContext) => Promise<void>>>

/** Milliseconds that a game may take to answer, and a rule to be tried. */
export const timeouts = { answerMs: 30_000, ruleMs: 90_000 }

/** What `ensure` is given for a place: its game is called like the place. */
export async function buildInstanceSpec(
  { subject }: DriverRuleContext,
  place: InstanceRef,
  facts: { name?: string; rconPassword?: string; port?: number } = {},
): Promise<InstanceSpec> {
  const { name = getInstanceName(place), rconPassword = 'r0pass', port = await subject.freePort() } = facts
  return { ...place, region: 'ap-shanghai', port, files: subject.files(name, rconPassword) }
}
