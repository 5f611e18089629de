// @slow 17 s: starts a MariaDB, and a plugin that stores nothing is waited for
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RowDataPacket } from 'mysql2/promise'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { vipPresets } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import type { App } from '../../../platform/http/app.ts'
import { createRealTimeContext, registerTestServer } from '../../servers/testing/servers-app.ts'
import { type VipWorker, startVip } from '../index.ts'
import { asOperator } from '../../../testing/http.ts'
import { createVipApp } from '../testing/app.ts'
import { setCommands, setVip, standingOf } from '../testing/delivery.ts'
import { type Mariadb, hasMariadb, startMariadb } from '../testing/mariadb.ts'

const ann = '76561198000000001'
/** An account number above 2^31, which the plugins store with a sign. */
const bob = '76561201000000000'
const day = 86_400_000
const rconPassword = 'rcon-of-the-test'
const within = { timeout: 15_000, interval: 30 }

/** Tables as cs2-vip, VIPCore and VIPCore’s later sources create them. */
const tables = {
  cs2vip:
    "create table vip_users (account_id int not null, name varchar(64) not null default 'unknown', lastvisit int unsigned not null default 0, sid int unsigned not null, `group` varchar(64) not null, expires int unsigned not null default 0, primary key (account_id, sid)) default charset=utf8mb4",
  vipcore:
    'create table vip_users (account_id bigint not null, name varchar(64) not null, lastvisit bigint not null, sid bigint not null, `group` varchar(64) not null, expires bigint not null, primary key (account_id, sid))',
  vipcoreLater:
    'create table vip_users (account_id bigint not null, name varchar(64) not null, last_visit bigint not null, sid bigint not null, `group` varchar(64) not null, expires bigint not null, primary key (account_id, sid))',
}

describe.skipIf(!hasMariadb())('with a MariaDB', () => {
  let mariadb: Mariadb
  let context: Awaited<ReturnType<typeof createRealTimeContext>>
  let app: App
  let sim: Gamesim
  let worker: VipWorker
  let id: string
  let vipPlugin: 'vipcore' | 'cs2-vip' | 'none'

  beforeAll(async () => {
    mariadb = await startMariadb()
    const base = await createRealTimeContext()
    context = { ...base, config: { ...base.config, vipDatabaseUrl: mariadb.url } }
    app = await createVipApp(context)
  })

  afterAll(async () => {
    await app.close()
    await context.destroy()
    await mariadb.stop()
  })

  beforeEach(() => {
    vipPlugin = 'vipcore'
  })

  afterEach(async () => {
    await worker.stop()
    await sim.close()
    await setVip(app, ann, 'none')
    await setVip(app, bob, 'none')
    await context.database.deleteFrom('servers').execute()
    await mariadb.admin.query('drop table vip_users')
  })

  async function open(table: keyof typeof tables, vipGroups: readonly string[] = []) {
    await mariadb.admin.query(tables[table])
    const server = {
      autoplay: false,
      rconPassword,
      vipPlugin,
      vipGroups,
      vipDatabase: mariadb.url,
      vipServerId: 3,
    }
    sim = await startGamesim({ servers: [server] })
    const [game] = sim.servers
    if (!game) throw new Error('no server')
    id = await registerTestServer(app, { port: game.port, rcon_password: rconPassword })
    worker = startVip(context, { tickMs: 50 })
    return game
  }

  /** The table without the time of the last visit; the end in days from now. */
  async function rows() {
    const [found] = await mariadb.admin.query<RowDataPacket[]>('select * from vip_users order by account_id')
    return found.map(({ account_id: account, sid, group, expires }) => {
      const days = Number(expires) === 0 ? 0 : Math.round((Number(expires) * 1_000 - Date.now()) / day)
      return { account: Number(account), sid: Number(sid), group: String(group), days }
    })
  }

  const taken = () =>
    vi.waitFor(
      async () => expect(await standingOf(app, id)).toMatchObject({ waiting: 0, problem: '' }),
      within,
    )

  const untilProblem = (problem: unknown) =>
    vi.waitFor(async () => expect(await standingOf(app, id)).toMatchObject({ problem }), within)

  test.each(['cs2vip', 'vipcoreLater'] as const)(
    'F7 the portal writes the table of %s for players who are offline: a new end, a large account number, an end',
    async (name) => {
      vipPlugin = 'cs2-vip'
      await open(name)
      await setCommands(app, { ...vipPresets.cs2vip, group: 'Gold', serverId: 3 })
      await setVip(app, ann, Date.now() + 30 * day)
      await setVip(app, bob, null)
      await vi.waitFor(async () => expect(await rows()).toHaveLength(2), within)
      expect(await rows()).toEqual([
        { account: 3_039_734_272 | 0, sid: 3, group: 'Gold', days: 0 },
        { account: 39_734_273, sid: 3, group: 'Gold', days: 30 },
      ])
      await taken()
      await setVip(app, ann, Date.now() + 90 * day)
      await vi.waitFor(
        async () => expect(await rows()).toContainEqual(expect.objectContaining({ days: 90 })),
        within,
      )
      await setVip(app, bob, 'none')
      await vi.waitFor(async () => expect(await rows()).toHaveLength(1), within)
      await taken()
    },
  )

  test('F7 a server with its own number in the table is written by it, another by that of the settings', async () => {
    vipPlugin = 'cs2-vip'
    await open('cs2vip')
    await setCommands(app, { ...vipPresets.cs2vip, group: 'Gold', serverId: 3 })
    await setVip(app, ann, null)
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ sid: 3 }]), within)
    await taken()
    const change = (vip_server_id: number | null) =>
      app.inject({
        method: 'PATCH',
        url: `/api/operator/servers/${id}`,
        headers: asOperator,
        payload: { vip_server_id },
      })
    expect((await change(-1)).statusCode).toBe(400)
    expect((await change(7)).json()).toMatchObject({ vip_server_id: 7 })
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ sid: 3 }, { sid: 7 }]), within)
    await setVip(app, ann, 'none')
    // The row of the former number may be another server's too.
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ sid: 3 }]), within)
  })

  test('F7 cs2-vip gives a VIP to a player who is online, and takes it, as soon as the row is written', async () => {
    vipPlugin = 'cs2-vip'
    const game = await open('cs2vip')
    game.connect({ name: 'Ann', steamId: ann })
    await setCommands(app, { ...vipPresets.cs2vip, group: 'Gold', serverId: 3 })
    await setVip(app, ann, null)
    await vi.waitFor(() => expect(game.records.vips.get(ann)).toEqual({ group: 'Gold', seconds: 0 }), within)
    await setVip(app, ann, 'none')
    await vi.waitFor(() => expect(game.records.vips.has(ann)).toBe(false), within)
  })

  test('F7 a plugin that is not loaded is reported, although the table was written', async () => {
    vipPlugin = 'none'
    await open('cs2vip')
    await setCommands(app, { ...vipPresets.cs2vip, group: 'Gold', serverId: 3 })
    await setVip(app, ann, null)
    await untilProblem(expect.stringContaining('does not know the command mm_reload_vip'))
    expect(await rows()).toHaveLength(1)
  })

  test('F7 a member whom VIPCore knows with another end is extended, since it ignores that they are added', async () => {
    await open('vipcore')
    await mariadb.admin.query("insert into vip_users values (39734273, 'x', 0, 3, 'Gold', 4000000000)")
    await setCommands(app, { ...vipPresets.vipcore, table: 'check', group: 'Gold', serverId: 3 })
    await setVip(app, ann, Date.now() + 30 * day)
    await taken()
    expect(await rows()).toEqual([{ account: 39_734_273, sid: 3, group: 'Gold', days: 30 }])
    await setVip(app, ann, 'none')
    await vi.waitFor(async () => expect(await rows()).toEqual([]), within)
    await taken()
  })

  test.runIf(isProving)(
    'F7 what the plugin answered nothing to but did not store is reported, and tried again',
    async () => {
      // VIPCore’s later sources create a table into which their own insert fails.
      const game = await open('vipcoreLater')
      await setCommands(app, { ...vipPresets.vipcore, table: 'check', group: 'Gold', serverId: 3 })
      await setVip(app, ann, null)
      await untilProblem(expect.stringContaining('did not store the player'))
      expect(await standingOf(app, id)).toMatchObject({ applied: 0, waiting: 1 })
      await mariadb.admin.query('alter table vip_users change last_visit lastvisit bigint not null')
      await app.inject({
        method: 'POST',
        url: `/api/operator/vip-servers/${id}/reapply`,
        headers: asOperator,
      })
      await vi.waitFor(() => expect(game.records.vips.has(ann)).toBe(true), within)
      await taken()
    },
  )

  test('F7 a group that the plugin does not have is reported with its answer', async () => {
    await open('vipcore', ['Silver'])
    await setCommands(app, { ...vipPresets.vipcore, table: 'off', group: 'Gold', serverId: 3 })
    await setVip(app, ann, null)
    await untilProblem('css_vip_adduser: This VIP group was not found!')
    expect(await rows()).toEqual([])
  })

  test('F7 a table that is missing or a database that refuses is reported without its password', async () => {
    const game = await open('vipcore')
    await mariadb.admin.query('rename table vip_users to vip_users_away')
    await setCommands(app, { ...vipPresets.vipcore, table: 'check', group: 'Gold', serverId: 3 })
    await setVip(app, ann, null)
    await untilProblem(expect.stringContaining('has no table vip_users'))
    await mariadb.admin.query('rename table vip_users_away to vip_users')
    expect(game.records.vips.size).toBe(0)
    await mariadb.admin.query("alter user portal@'127.0.0.1' account lock")
    await context.database.updateTable('vip_deliveries').set({ try_at: null }).execute()
    await untilProblem(expect.stringMatching(/^The database of the VIP plugin failed: ER_\w+$/))
    await mariadb.admin.query("alter user portal@'127.0.0.1' account unlock")
    await context.database.updateTable('vip_deliveries').set({ try_at: null }).execute()
    await taken()
  })
})
