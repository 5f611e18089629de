import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type GameServer, type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerTestServer, writeStatus } from '../../servers/testing/servers-app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { type VipWorker, startVip } from '../index.ts'
import { createVipApp } from './app.ts'
import { commands, setCommands, standingOf } from './delivery.ts'

export const rconPassword = 'rcon-of-the-test'

/** A game server and its registration. */
export interface Registered {
  id: string
  game: GameServer
}

/**
 * Two running game servers without VIPs, registered again for each test of a file, and a portal that may send
 * them commands.
 */
export class VipFixture {
  declare context: TestContext
  declare app: App
  declare first: Registered
  declare second: Registered
  declare sim: Gamesim
  /** The groups that the VIP plugin takes; none: any. */
  readonly vipGroups: string[] = []
  #workers: VipWorker[] = []

  constructor() {
    beforeAll(() => this.#open())
    beforeEach(() => this.#set())
    afterEach(() => this.#clear())
    afterAll(async () => {
      await this.app.close()
      await this.sim.close()
      await this.context.destroy()
    })
  }

  get now(): number {
    return this.context.clock.now().getTime()
  }

  /** Starts another worker process, with other limits of what it does at once where they are given. */
  work(limits: { serversAtOnce?: number; changesAtOnce?: number } = {}): void {
    this.#workers.push(startVip(this.context, { tickMs: 50, ...limits }))
  }

  /** Ends them all. */
  async rest(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop()))
  }

  /** What the operator sees of a server, the first where no other is named. */
  standing({ id }: Registered = this.first) {
    return standingOf(this.app, id)
  }

  /** What the poller would write of a server, a second later. */
  async seen({ id }: Registered, state: 'online' | 'offline'): Promise<void> {
    this.context.clock.advance(1_000)
    await writeStatus(this.context, id, {
      state,
      map: 'de_dust2',
      players: 0,
      max: 10,
      bots: 0,
      locked: false,
      gameVersion: null,
    })
  }

  /** The console lines about VIP that reach the servers from now on. */
  lines(): string[] {
    const lines: string[] = []
    for (const { game } of this.sim.servers)
      game.listeners.push((gameEvent) => {
        if (gameEvent.kind === 'rcon' && gameEvent.command.startsWith('css_vip'))
          lines.push(gameEvent.command)
      })
    return lines
  }

  async #open(): Promise<void> {
    this.context = await createTestContext()
    this.app = await createVipApp(this.context)
    const settings = { autoplay: false, rconPassword, rconFailures: 1_000, vipGroups: this.vipGroups }
    this.sim = await startGamesim({ servers: [settings, settings] })
  }

  async #set(): Promise<void> {
    this.context.clock.advance(1_000)
    for (const table of ['vip_terms', 'orders'] as const)
      await this.context.database.deleteFrom(table).execute()
    await clearAccounts(this.context)
    await setCommands(this.app, commands)
    const [first, second] = await Promise.all(this.sim.servers.map((game) => this.#register(game)))
    if (!first || !second) throw new Error('no servers')
    this.first = first
    this.second = second
  }

  async #register(game: GameServer): Promise<Registered> {
    game.records.vips.clear()
    await game.start()
    return { id: await registerTestServer(this.app, { port: game.port, rcon_password: rconPassword }), game }
  }

  async #clear(): Promise<void> {
    for (const { faults } of this.sim.servers) faults.silent = false
    this.vipGroups.length = 0
    await this.rest()
    await this.context.database.deleteFrom('servers').execute()
  }
}
