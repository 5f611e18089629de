import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { BoardPage } from '@clutch/contract/api/leaderboard/boards.ts'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { createTestRental } from '../../domains/rentals/testing/rental-builder.ts'
import { notifyRentalChanged } from '../../domains/rentals/rentals.store.ts'
import { readConfig } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { KeyRing } from '../../platform/keys/keys.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePorts } from '../../testing/free-port.ts'
import { ListFollower } from './testing/list-follower.ts'
import { buyVip, callPortal, fetchFromPortal, signInThroughSteam } from './testing/portal-client.ts'
import { type Pooler, startPooler } from './testing/pooler.ts'
import { type Program, startProgram } from '../../testing/program.ts'

const isPossible = isProving && hasPeerProgram('pgbouncer')
const patience = { timeout: 60_000, interval: 50 }
const player = '76561198000000001'
const secretKey = Buffer.alloc(32, 7).toString('base64')

let home = ''
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
/** A connection of the test to PostgreSQL itself. */
let direct: Database
let pooler: Pooler
let poolerPort = 0
/** The address that players type, of both processes. */
let publicUrl = ''
let urls: string[] = []
let gamePorts: number[] = []
let steam: SteamEmulator
let emulator: PaymentsEmulatorHandle
let sim: Gamesim
const portals: Program[] = []
const at = (...path: string[]) => join(home, ...path)
const poolerOptions = () => ({ folder: home, port: poolerPort, database: database.address })
const pooledUrl = () => `postgres://postgres@127.0.0.1:${poolerPort}/clutch`

const environment = (name: string, settings: NodeJS.ProcessEnv = {}) => ({
  CLUTCH_ENV: 'development',
  CLUTCH_DATA_DIR: at(name),
  CLUTCH_SECRET_KEY: secretKey,
  CLUTCH_ALLOW_PRIVATE: '1',
  CLUTCH_LOG_LEVEL: 'warn',
  DATABASE_URL: pooledUrl(),
  CLUTCH_DATABASE_DIRECT_URL: database.url,
  ...settings,
})

async function startPortal(name: string, port: number, roles: string): Promise<string> {
  const program = startProgram(
    'server/main.ts',
    environment(name, {
      CLUTCH_PORT: String(port),
      CLUTCH_PUBLIC_URL: publicUrl,
      CLUTCH_ROLES: roles,
      CLUTCH_POLL_INTERVAL_MS: '200',
      CLUTCH_GAME_PORTS: `${gamePorts[0]}-${gamePorts.at(-1)}`,
      STEAM_OPENID_URL: `${steam.url}/openid/login`,
      STEAM_API_URL: steam.url,
      ...emulator.environment('wechat'),
    }),
  )
  portals.push(program)
  return String((await program.ready)['url'])
}

beforeAll(async () => {
  if (!isPossible) return
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-pooler-')))
  const [first = 0, second = 0, third = 0, ...others] = await freePorts(12)
  poolerPort = third
  publicUrl = `http://127.0.0.1:${first}`
  gamePorts = others
  database = await createEmptyDatabase()
  direct = openDatabase(database.address, pino({ level: 'silent' }), 2)
  pooler = await startPooler(poolerOptions())
  steam = await startSteamEmulator({
    people: [{ steamId: player, name: 'Kite' }],
    apiKey: 'key-of-the-tests',
  })
  emulator = await startPaymentsEmulator({ repeatMs: [] })
  sim = await startGamesim({ servers: [{ mode: 'dm', rcon: false, maps: ['de_dust2'] }], seed: 'pooler' })
  urls = [await startPortal('whole', first, 'web,worker,poller'), await startPortal('web', second, 'web')]
}, 120_000)

afterAll(async () => {
  if (!isPossible) return
  for (const { child } of portals) child.kill('SIGKILL')
  await Promise.all(portals.map(({ ended }) => ended))
  await pooler.stop()
  await direct.destroy()
  await Promise.all([steam.close(), emulator.stop(), sim.close()])
  await database.drop()
  rmSync(home, { recursive: true })
}, 60_000)

/** An operator's call at the portal that does everything. */
function operate<T>(method: string, path: string, body?: object): Promise<T> {
  const token = readFileSync(at('whole', 'operator.token'), 'utf8').trim()
  return callPortal<T>(urls[0] ?? '', method, `/api/operator/${path}`, { token, ...(body && { body }) })
}

async function selectConnections(): Promise<Map<string, number>> {
  const { rows } = await direct.raw(
    `select application_name as name, count(*)::integer as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() group by 1`,
  )
  return new Map((rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]))
}

test.runIf(isPossible)(
  'K behind a pooler in transaction mode a change at one process reaches the other at once, and one polls',
  async () => {
    const [whole = '', web = ''] = urls
    const follower = new ListFollower(web)
    const [game] = sim.servers
    await operate('POST', 'servers', {
      ip: '127.0.0.1',
      port: game?.port,
      name: 'One',
      category: 'deathmatch',
      region: 'ap-shanghai',
    })
    for (const map of ['de_nuke', 'de_mirage']) {
      game?.changeMap(map)
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await vi.waitFor(() => expect(follower.map).toBe(map), patience)
    }
    await follower.stop()
    expect(await fetchFromPortal(whole, 'GET', '/readyz')).toMatchObject({ ok: true })
    const { rows } = await direct.raw(
      `select application_name as name, classid::integer as class, objid::integer as lock from pg_locks
       join pg_stat_activity using (pid) where locktype = 'advisory' and datname = current_database()`,
    )
    const held = rows as { name: string; class: number; lock: number }[]
    expect(held.filter(({ name }) => name !== 'clutch')).toEqual([])
    expect(held.filter(({ class: group, lock }) => group === 0x436c && lock === 2)).toHaveLength(1)
  },
  90_000,
)

test.runIf(isPossible)(
  'H5 behind a pooler in transaction mode a player signs in at one process, pays at the other, and is fulfilled once',
  async () => {
    const [whole = '', web = ''] = urls
    const token = await signInThroughSteam(whole, player)
    await operate('PUT', 'prices/vip/1m/CNY', { amount: 2_999 })
    const readOrder = (id: string) => operate<OrderDetails>('GET', `orders/${id}`)
    const id = await buyVip({ url: web, token, readOrder, emulator })
    await vi.waitFor(async () => expect((await readOrder(id)).order.state).toBe('fulfilled'), patience)
    expect(await direct.selectFrom('vip_terms').select('source_id').execute()).toEqual([{ source_id: id }])
  },
  90_000,
)

test.runIf(isPossible)(
  'I10 behind a pooler in transaction mode every reported kill is counted',
  async () => {
    const season = { name: { zh: 'S1', en: 'S1' } }
    await operate('POST', 'seasons', season)
    const [game] = sim.servers
    if (!game) throw new Error('no game server')
    const [registered] = await operate<{ id: string }[]>('GET', 'servers')
    const serverId = registered?.id ?? ''
    await operate('PATCH', `servers/${serverId}`, { board: 'dm', free_for_all: true })
    const { log } = await operate<{ log: string }>('POST', `servers/${serverId}/report-secret`)
    game.runCommandLine(`logaddress_add_http "${new URL(new URL(log).pathname, urls[0]).href}"`)
    for (let minute = 0; minute < 10; minute += 1) sim.advance(60_000)
    await sim.flushLogs()
    await vi.waitFor(async () => {
      const feeds = await operate<{ waiting: number; batches: number }[]>('GET', 'feeds')
      expect(feeds.every(({ waiting, batches }) => waiting === 0 && batches > 0)).toBe(true)
    }, patience)
    const board = await callPortal<BoardPage>(urls[1] ?? '', 'GET', '/api/leaderboard/dm?season=all&page=1')
    expect(board.data.length).toBeGreaterThan(1)
    expect(board.data.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(20)
  },
  90_000,
)

test.runIf(isPossible)(
  'R2 behind a pooler in transaction mode a rental is created, watched and removed',
  async () => {
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
    const context = {
      database: direct,
      clock,
      keys: new KeyRing(secretKey),
      config: readConfig({ CLUTCH_ENV: 'development' }),
      log: pino({ level: 'silent' }),
    }
    const { id } = await createTestRental(context as never)
    await notifyRentalChanged(direct, id)
    const read = () =>
      direct
        .selectFrom('rentals')
        .select(['state', 'cleared_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await read()).state).toBe('running'), patience)
    const hosts = await vi.waitUntil(async () => {
      const listed = await direct
        .selectFrom('hosts')
        .select('host_name')
        .where('listed_at', 'is not', null)
        .execute()
      return listed.length > 0 && listed
    }, patience)
    expect(hosts).toEqual([{ host_name: 'local' }])
    await direct
      .updateTable('rentals')
      .set({ revoked_at: clock.now(), due_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await notifyRentalChanged(direct, id)
    await vi.waitFor(async () => expect((await read()).cleared_at).not.toBeNull(), patience)
  },
  120_000,
)

test.runIf(isPossible)(
  'K a pooler that is killed and started again: calls answer 503 meanwhile, then every process carries on',
  async () => {
    await pooler.stop()
    const [, web = ''] = urls
    const refused = await fetchFromPortal(web, 'GET', '/api/server/announcement')
    expect(refused.status).toBe(503)
    expect((await fetchFromPortal(web, 'GET', '/api/servers')).status).toBe(200)
    pooler = await startPooler(poolerOptions())
    for (const url of urls)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await vi.waitFor(
        async () => expect((await fetchFromPortal(url, 'GET', '/readyz')).ok).toBe(true),
        patience,
      )
    expect((await fetchFromPortal(web, 'GET', '/api/server/announcement')).status).toBe(200)
  },
  90_000,
)

test.runIf(isPossible)(
  'K the time limits of the portal hold at the connections of the shipped pooler',
  async () => {
    const pooled = openDatabase(
      { connectionString: database.url, pooler: pooledUrl() },
      pino({ level: 'silent' }),
      1,
    )
    const { rows } = await pooled.raw(`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
    await pooled.destroy()
    expect(rows).toEqual([{ statement: '10s', idle: '12s' }])
  },
)

test.runIf(isPossible)(
  'K a backup and a restore go past the pooler, whose idle connections do not count as a running portal',
  async () => {
    for (const { child } of portals) child.kill('SIGTERM')
    expect((await Promise.all(portals.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0])
    const connections = await selectConnections()
    expect([connections.get('clutch'), (connections.get('clutch pooled') ?? 0) > 0]).toEqual([
      undefined,
      true,
    ])
    // The test's own connections would count.
    await direct.destroy()
    const settings = environment('whole')
    const file = at('portal.tar.zst')
    const made = await startProgram('server/cli/backup.ts', settings, [file]).ended
    expect([made.code, made.stderr]).toEqual([0, ''])
    const restored = await startProgram('server/cli/restore.ts', settings, [file, '--replace', '--yes']).ended
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    direct = openDatabase(database.address, pino({ level: 'silent' }), 2)
    expect(
      await direct.selectFrom('vip_terms').selectAll().where('source', '=', 'order').execute(),
    ).toHaveLength(1)
  },
  90_000,
)
