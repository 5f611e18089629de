import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { KeyRing, makeSecretKey } from '../../../../platform/keys/keys.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'
import { type Program, startProgram } from '../../../../testing/program.ts'
import { getPortalOwnerId } from '../../drivers/portal-owner.store.ts'
import type { KillPoint, WorkerMessage } from './worker.program.ts'
import { InstanceMonitor } from './instance-monitor.ts'
import type { TestPlatform } from './test-platform.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

/** Longer than a rental is held: what a killed worker had taken is free again for the next one. */
const claimExpiryMs = 91_000

/**
 * A portal's database, and workers on it that are killed one after the other. Their instances run on a real
 * platform.
 */
export class CrashTestPortal {
  readonly context: TestContext
  readonly substrate: TestPlatform
  readonly guard: InstanceMonitor
  readonly owner: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #workers = new Set<Program>()
  /** The next one, which is loaded and waits before one is killed. */
  #standbyWorker: Program | null = null
  #aheadMs = 0
  kills = 0

  private constructor(
    context: TestContext,
    substrate: TestPlatform,
    owner: string,
    environment: NodeJS.ProcessEnv,
  ) {
    this.context = context
    this.substrate = substrate
    this.owner = owner
    this.#environment = environment
    this.guard = new InstanceMonitor(() => substrate.games(owner), substrate.lookEveryMs)
  }

  static async open(substrate: TestPlatform): Promise<CrashTestPortal> {
    const key = makeSecretKey()
    const context = await createTestContext({ keys: new KeyRing(key) })
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.database)
    const address = { ...(await getTestCluster()), database: rows[0]?.name }
    const lane = new CrashTestPortal(context, substrate, await getPortalOwnerId(context), {
      ...substrate.environment,
      CLUTCH_ENV: 'development',
      TEST_DATABASE: JSON.stringify(address),
      TEST_KEY: key,
    })
    lane.#setClock()
    return lane
  }

  /** The time as the workers have it. */
  now(): Date {
    this.#setClock()
    return this.context.clock.now()
  }

  advance(ms: number): void {
    this.#aheadMs += ms
    for (const worker of this.#workers) sendMessage(worker, { aheadMs: this.#aheadMs })
  }

  /** Starts another worker. */
  async start(): Promise<Program> {
    const program = this.#standbyWorker ?? this.#startStandby()
    this.#standbyWorker = null
    this.#workers.add(program)
    sendMessage(program, { aheadMs: this.#aheadMs })
    void program.ended.then(() => this.#workers.delete(program))
    await program.ready
    return program
  }

  /** Has one worker, the latest, die at a step; all others live. */
  arm(kill: KillPoint | null): Program {
    const mortal = [...this.#workers].at(-1)
    if (!mortal) throw new Error('no worker lives')
    if (kill) this.#standbyWorker ??= this.#startStandby()
    for (const worker of this.#workers) sendMessage(worker, { begin: worker === mortal ? kill : null })
    return mortal
  }

  /** The steps of a worker since it was armed. */
  async stepsOf({ child }: Program): Promise<string[]> {
    const reported = Promise.withResolvers<string[]>()
    const hear = (message: { steps?: string[] }) => message.steps && reported.resolve(message.steps)
    child.on('message', hear)
    child.send({ tell: true } satisfies WorkerMessage)
    try {
      return await reported.promise
    } finally {
      child.off('message', hear)
    }
  }

  /** Kills the oldest worker: the others continue its work. */
  async retire(): Promise<void> {
    const [oldest] = this.#workers
    oldest?.child.kill('SIGKILL')
    await oldest?.ended
  }

  /** After a death: time passes, and another worker takes the place of the dead one. */
  async replace(dead: Program): Promise<void> {
    const { stderr } = await dead.ended
    if (dead.child.signalCode !== 'SIGKILL') throw new Error(`a worker ended by itself: ${stderr}`)
    this.kills += 1
    this.advance(claimExpiryMs)
    await this.start()
  }

  /** Waits until there is no problem any more; throws with it after `ms`. False where something else ended before that. */
  async until(
    problem: () => Promise<string | null>,
    ms: number,
    other: Promise<unknown> = new Promise(() => undefined),
  ): Promise<boolean> {
    const over = other.then(() => 'over' as const)
    for (const end = Date.now() + ms; ;) {
      const asked = problem()
      const reply = await Promise.race([asked, over])
      if (reply === 'over') {
        await asked
        return false
      }
      if (reply === null) return true
      if (Date.now() > end) throw new Error(`not so after ${ms} ms: ${reply}`)
      await Promise.race([wait(50), over])
    }
  }

  /** Kills every worker and drops the database. Instances stay: the test asserts that there are none. */
  async close(): Promise<void> {
    await this.guard.stop()
    const workers = [...this.#workers, ...(this.#standbyWorker ? [this.#standbyWorker] : [])]
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
    await this.context.destroy()
  }

  #startStandby(): Program {
    return startProgram('server/domains/rentals/crash-tests/testing/worker.program.ts', this.#environment)
  }

  #setClock(): void {
    this.context.clock.set(new Date(Date.now() + this.#aheadMs))
  }
}

function sendMessage({ child }: Program, word: WorkerMessage): void {
  if (child.connected) child.send(word)
}
