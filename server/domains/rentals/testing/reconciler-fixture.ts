import { isProving } from '@clutch/tools/testing/test-options.ts'
import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Rentals } from '../../../platform/database/types.generated.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import type { Host } from '../drivers/driver.ts'
import { type Fleet, type Checkpoint, openFleet } from '../fleet.ts'
import { type InstanceRow, type RentalRow, updateRentalAndNotify, selectInstances } from '../rentals.store.ts'
import { sealRentalSecret } from '../rental-secrets.ts'
import { getReach, reconcileDue } from '../reconciler/reconcile-due.ts'
import { selectNextDue } from '../reconciler/claims.store.ts'
import { HostWatcher } from '../reconciler/watch/host-watcher.ts'
import { type RentalOverrides, createTestRental } from './rental-builder.ts'
import { SimulatedHosts } from './simulated-hosts.ts'
import { ScriptedDriver } from './scripted-driver.ts'
import { ScriptedGame } from './scripted-game.ts'

const twoHosts = [{ name: 'one' }, { name: 'two' }]

const forgottenTables = [
  'event_secrets',
  'rental_demos',
  'fleet_jobs',
  'rental_lines',
  'rental_map_changes',
  'rental_switches',
  'rental_instances',
  'blocked_ports',
  'hosts',
  'rentals',
]

const forgetting = [
  ...forgottenTables.map((table) => `delete from ${table}`),
  `update game_update_policy set held_at = null, hold_reason = '', deadline_at = null, deadline_set_at = null`,
].join(';\n')

/** A portal, its hosts and its game servers in one process; time passes when the test says so. */
export class ReconcilerFixture {
  readonly context: TestContext
  readonly machines: SimulatedHosts
  readonly driver: ScriptedDriver
  readonly game: ScriptedGame
  /** Rentals whose demos were deleted, as often as they were. */
  readonly deleted: string[] = []
  /** Called at each step of every fleet. */
  at: (step: Checkpoint) => void | Promise<void> = () => undefined
  readonly fleet: Fleet
  #watcher: HostWatcher

  readonly #sideEffectTimeoutMs: number
  readonly #mostOf: ReadonlyMap<string, number | null>

  constructor(
    context: TestContext,
    hosts: readonly (Partial<Host> & { name: string })[],
    sideEffectTimeoutMs = 1_000,
  ) {
    this.#sideEffectTimeoutMs = sideEffectTimeoutMs
    this.context = context
    this.machines = new SimulatedHosts(() => context.clock.now(), hosts)
    this.#mostOf = new Map(this.machines.all.map(({ name, most }) => [name, most]))
    this.driver = new ScriptedDriver(this.machines)
    this.game = new ScriptedGame(this.machines)
    this.fleet = this.another()
    this.#watcher = new HostWatcher(this.fleet)
  }

  /** Each call that hangs takes `sideEffectTimeoutMs` of real time. */
  static async open(
    hosts: readonly (Partial<Host> & { name: string })[] = twoHosts,
    sideEffectTimeoutMs?: number,
  ): Promise<ReconcilerFixture> {
    return new ReconcilerFixture(await createTestContext(), hosts, sideEffectTimeoutMs)
  }

  /** What another process on the same database and the same machines has. */
  another(): Fleet {
    return openFleet(this.context, {
      driver: this.driver,
      game: this.game,
      deleteDemos: async (_context, rentalId) => void this.deleted.push(rentalId),
      sideEffectTimeoutMs: this.#sideEffectTimeoutMs,
      random: () => 1,
      at: (step) => this.at(step),
    })
  }

  rental(wish: RentalOverrides = {}): Promise<RentalRow> {
    return createTestRental(this.context, wish)
  }

  /** A rental that runs. */
  async running(wish: RentalOverrides = {}): Promise<RentalRow> {
    const created = await this.rental(wish)
    await this.run()
    return this.read(created.id)
  }

  run(): Promise<number> {
    return reconcileDue(this.fleet)
  }

  /**
   * Lets time pass, running what becomes due and the watcher: every ten seconds, or 20 times (6 in `npm test`). Over minutes
   * the worker comes late to what is due more often than 60 times (18): each look costs a dozen transactions.
   */
  async pass(
    ms: number,
    {
      watch = true,
      watchMs = Math.max(10_000, ms / (isProving ? 20 : 6)),
    }: { watch?: boolean; watchMs?: number } = {},
  ): Promise<void> {
    const { clock } = this.context
    const end = clock.now().getTime() + ms
    const leastMs = Math.max(1, Math.floor(Math.min(ms / (isProving ? 60 : 18), watchMs)))
    let watchAt = clock.now().getTime() + watchMs
    for (;;) {
      await this.run()
      const now = clock.now()
      const due = await selectNextDue(this.context.database, getReach(this.fleet), now)
      const next = Math.min(due?.getTime() ?? Infinity, watch ? watchAt : Infinity, end)
      clock.advance(Math.max(next - now.getTime(), Math.min(leastMs, end - now.getTime()), 1))
      if (watch && clock.now().getTime() >= watchAt) {
        await this.look()
        watchAt = clock.now().getTime() + watchMs
      }
      if (clock.now().getTime() >= end) return void (await this.run())
    }
  }

  /** Deletes every rental and instance. */
  async forget(): Promise<void> {
    await this.context.database.raw(forgetting)
    for (const machine of this.machines.all) {
      machine.installed = null
      machine.resources.clear()
      machine.kept.clear()
    }
    this.machines.wrongs.length = 0
    this.machines.mayBeTwo.clear()
    this.machines.mayBeLate = false
    this.deleted.length = 0
    this.#watcher = new HostWatcher(this.fleet)
  }

  /** Makes everything as it was when it was opened, except the time; throws where something was seen that must never be. */
  async reset(): Promise<void> {
    this.#throwWrongs()
    await this.forget()
    this.at = () => undefined
    this.driver.forget()
    this.game.forget()
    this.machines.slowFor = 0
    for (const machine of this.machines.all) {
      machine.isSilent = false
      machine.taken.clear()
      machine.most = this.#mostOf.get(machine.name) ?? null
    }
  }

  /** Ends it; throws where something was seen that must never be. */
  async close(): Promise<void> {
    await this.context.destroy()
    this.#throwWrongs()
  }

  #throwWrongs(): void {
    if (this.machines.wrongs.length > 0) throw new Error(this.machines.wrongs.join('; '))
  }

  /** One pass of the watcher. */
  look(): Promise<void> {
    return this.#watcher.pass()
  }

  /** Applies a request to a rental. */
  change(id: string, change: Updateable<Rentals>): Promise<void> {
    return updateRentalAndNotify(this.context.database, id, change, this.context.clock.now())
  }

  restart(id: string, op: string = randomUUID()): Promise<void> {
    return this.change(id, { restart_op: op, restart_at: this.context.clock.now(), state: 'restarting' })
  }

  async password(id: string, password: string): Promise<void> {
    const { rev } = await this.read(id)
    await this.change(id, {
      password: sealRentalSecret(this.context.keys, id, 'password', password),
      rev: rev + 1,
    })
  }

  async switchTo(id: string, region: string, byOwner = true): Promise<string> {
    const { database, clock } = this.context
    const switchId = randomUUID()
    const { region: from } = await this.read(id)
    this.machines.mayBeTwo.add(id)
    const now = clock.now()
    await database
      .insertInto('rental_switches')
      .values({
        id: switchId,
        rental_id: id,
        from_region: from,
        to_region: region,
        by_owner: byOwner,
        day: '2026-11-21',
        state: 'running',
        asked_at: now,
      })
      .execute()
    await this.change(id, { state: 'switching', state_at: now })
    return switchId
  }

  read(id: string): Promise<RentalRow> {
    return this.context.database
      .selectFrom('rentals')
      .selectAll()
      .where('id', '=', id)
      .$castTo<RentalRow>()
      .executeTakeFirstOrThrow()
  }

  instances(id: string): Promise<InstanceRow[]> {
    return selectInstances(this.context.database, id)
  }

  async state(id: string): Promise<string> {
    return (await this.read(id)).state
  }

  async lines(id: string): Promise<string[]> {
    const rows = await this.context.database
      .selectFrom('rental_lines')
      .select('what')
      .where('rental_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ what }) => what)
  }

  switchState(id: string) {
    return this.context.database
      .selectFrom('rental_switches')
      .select(['state', 'reason', 'generation'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  /** The names of a rental's running instances. */
  live(id: string): string[] {
    return this.machines.liveOf(id).map(({ generation, hostName }) => `g${generation} on ${hostName}`)
  }
}
