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
  /** Config files that set the name and the RCON password of the game. */
  files(name: string, rconPassword: string): ConfigFiles
  /** The name that the game on this port returns to a query; null while it does not answer. */
  nameAt(port: number): Promise<string | null>
  /** Whether RCON on this port accepts the password; absent if the game has no password in its files. */
  takesPassword?(port: number, rconPassword: string): Promise<boolean>
  /** Kills the game as the kernel does when memory is short. */
  kill(instance: InstanceRef): Promise<void>
  /** How many games of any owner run under the name of this instance. */
  running(instance: InstanceRef): Promise<number>
  /** What other users of the machine can read of the instance: command lines, environments, labels. */
  exposed(instance: InstanceRef): Promise<string>
  /** A file in the instance’s folder and its mode (0o600); null if it does not exist. */
  file(instance: InstanceRef, path: string): Promise<{ text: string; mode: number } | null>
  /** The folder of the instance (`{folder}`), as this machine sees it. */
  folder(instance: InstanceRef): Promise<string>
  /** All processes, containers and folders of this owner. */
  leftovers(owner: string): Promise<string[]>
  /** A free port. */
  freePort(): Promise<number>
}

/** What a rule gets. */
export interface DriverRuleContext {
  fixture: DriverFixture
  owner: string
  /** The driver of `owner`. */
  driver: FleetDriver
  /** Opens another driver of an owner, closed after the test. */
  another(owner?: string): Promise<FleetDriver>
  /** A new reference; its instance is removed after the test. */
  instance(generation?: number): InstanceRef
}

/** Rules by title; a title begins with the number of the invariant. */
export type DriverRules = Readonly<Record<string, (context: DriverRuleContext) => Promise<void>>>

/** Time limits of an answer of the game and of a whole rule. */
export const timeouts = { answerMs: 30_000, ruleMs: 90_000 }

/** Builds the argument of `ensure`; by default the game has the name of its instance. */
export async function buildInstanceSpec(
  { fixture }: DriverRuleContext,
  instance: InstanceRef,
  facts: { name?: string; rconPassword?: string; port?: number } = {},
): Promise<InstanceSpec> {
  const { name = getInstanceName(instance), rconPassword = 'r0pass', port = await fixture.freePort() } = facts
  return { ...instance, region: 'ap-shanghai', port, files: fixture.files(name, rconPassword) }
}
