import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { type Database, openDatabase } from '../../../../platform/database/index.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { type Program, startProgram } from '../../../../testing/program.ts'
import type { PaymentJobStep } from '../../payments-context.ts'

/** The step at which a portal process is killed, and whether its PostgreSQL is killed too. */
export interface Kill {
  step: PaymentJobStep
  nth: number
  withPostgres: boolean
}

/** A portal that is killed and restarted on one data directory, with emulated providers that keep running. */
export class KillablePortal {
  readonly url: string
  readonly emulator: PaymentsEmulatorHandle
  readonly home: string
  readonly #port: number
  readonly #clock: { aheadMs: number }
  /** The buyer's, once the portal has been started. */
  token = ''
  #program: Program | undefined

  private constructor(
    home: string,
    port: number,
    emulator: PaymentsEmulatorHandle,
    clock: { aheadMs: number },
  ) {
    this.home = home
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
    this.emulator = emulator
    this.#clock = clock
  }

  /** Starts the emulators; the first `start` makes the portal's data. */
  static async open(): Promise<KillablePortal> {
    const clock = { aheadMs: 0 }
    const now = () => Date.now() + clock.aheadMs
    const emulator = await startPaymentsEmulator({ now, signingNow: now, repeatMs: [200, 1_000] })
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-crash-')))
    return new KillablePortal(home, await freePort(), emulator, clock)
  }

  get nowMs(): number {
    return Date.now() + this.#clock.aheadMs
  }

  /** Lets time pass, for the portal and for the providers. */
  advance(ms: number): void {
    this.#clock.aheadMs += ms
    if (this.#program?.child.connected) this.#program.child.send({ aheadMs: this.#clock.aheadMs })
  }

  /** Starts the portal; `kill` ends it at a step, null leaves it running. */
  async start(kill: Kill | null): Promise<Program> {
    const program = startProgram('server/domains/payments/testing/crash/killable-portal.program.ts', {
      ...this.emulator.environment(),
      CLUTCH_ENV: 'development',
      CLUTCH_DATA_DIR: this.home,
      CLUTCH_PORT: String(this.#port),
      CLUTCH_PUBLIC_URL: this.url,
      TEST_AHEAD_MS: String(this.#clock.aheadMs),
      ...(this.token === '' && { TEST_FIRST: '1' }),
      ...(kill && { TEST_STEP: kill.step, TEST_TIMES: String(kill.nth) }),
      ...(kill?.withPostgres === true && { TEST_WHOLE: '1' }),
    })
    this.#program = program
    const { token } = await program.ready.catch((error: unknown) => {
      const log = readFileSync(join(this.home, 'postgres.log'), 'utf8').slice(-2_000)
      throw new Error(`the portal did not start again; PostgreSQL logged:\n${log}`, { cause: error })
    })
    if (typeof token === 'string') this.token = token
    return program
  }

  /** Kills the running portal. */
  async kill(): Promise<void> {
    this.#program?.child.kill('SIGKILL')
    await this.#program?.ended
  }

  /** Connects to its database; the caller closes it. */
  openDatabase(): Database {
    const password = readFileSync(join(this.home, 'postgres/owner.password'), 'utf8')
    const host = join(this.home, 'postgres')
    const address = { host, port: 5432, user: 'postgres', password, database: 'clutch' }
    return openDatabase(address, pino({ level: 'silent' }), 2)
  }

  async stop(): Promise<void> {
    await this.kill()
    await this.emulator.stop()
    // PostgreSQL stops with the portal and writes until this file is gone.
    const isDown = () => !existsSync(join(this.home, 'postgres/postmaster.pid'))
    for (let round = 0; round < 400 && !isDown(); round += 1) await wait(25)
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10 })
  }
}
