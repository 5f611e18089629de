import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { peerPath } from '@clutch/tools/testing/peers.ts'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePorts } from '../../testing/free-port.ts'
import { ListFollower } from './testing/list-follower.ts'
import { buyVip, callPortal, fetchFromPortal, signInThroughSteam } from './testing/portal-client.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { pino } from 'pino'

const isPossible = isProving && hasPeerProgram('haproxy')
const patience = { timeout: 60_000, interval: 50 }
const player = '76561198000000001'
const webCount = 3

let home = ''
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let steam: SteamEmulator
let emulator: PaymentsEmulatorHandle
let sim: Gamesim
let proxy: ChildProcess
let background: Program
const webs: Program[] = []
/** The addresses of the proxy and of each web process behind it. */
let entry = ''
let ports: number[] = []
const at = (...path: string[]) => join(home, ...path)
const urlOf = (index: number) => `http://127.0.0.1:${ports[index + 1]}`
const webUrls = () => Array.from({ length: webCount }, (_, index) => urlOf(index))

function startPortal(name: string, port: number, roles: string): Program {
  return startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_DATA_DIR: at(name),
    CLUTCH_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    CLUTCH_PUBLIC_URL: entry,
    CLUTCH_TRUST_PROXY: 'loopback',
    CLUTCH_PORT: String(port),
    CLUTCH_ROLES: roles,
    CLUTCH_POLL_INTERVAL_MS: '200',
    CLUTCH_LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    STEAM_OPENID_URL: `${steam.url}/openid/login`,
    STEAM_API_URL: steam.url,
    ...emulator.environment('wechat'),
  })
}

async function startWeb(index: number): Promise<void> {
  const web = startPortal(`web${index}`, ports[index + 1] ?? 0, 'web')
  webs[index] = web
  await web.ready
}

/** The shipped file, in front of these processes and without TLS. */
function startProxy(): ChildProcess {
  const changes = {
    'log /dev/log local0': 'log stdout format raw local0',
    'user haproxy': '',
    'group haproxy': '',
    'maxconn 20000': 'maxconn 1000',
    'bind :::80 v4v6': '',
    'http-request redirect scheme https code 301 unless { ssl_fc }': '',
    'bind :::443 v4v6 ssl crt /etc/haproxy/cs.example.org.pem alpn h2,http/1.1': `bind 127.0.0.1:${ports[0]}`,
    '127.0.0.1:8080': `127.0.0.1:${ports[1]}`,
    '127.0.0.1:8081': `127.0.0.1:${ports[2]}`,
    '127.0.0.1:8082': `127.0.0.1:${ports[3]}`,
  }
  const shipped = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg'), 'utf8')
  const config = Object.entries(changes).reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replaceAll(from, to)
  }, shipped)
  writeFileSync(at('haproxy.cfg'), config)
  const log = openSync(at('haproxy.log'), 'a')
  return spawn('haproxy', ['-db', '-f', at('haproxy.cfg')], {
    stdio: ['ignore', log, log],
    env: { ...process.env, PATH: peerPath },
  })
}

beforeAll(async () => {
  if (!isPossible) return
  home = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-processes-')))
  ports = await freePorts(1 + webCount)
  entry = `http://127.0.0.1:${ports[0]}`
  database = await createEmptyDatabase()
  steam = await startSteamEmulator({
    people: [{ steamId: player, name: 'Kite' }],
    apiKey: 'key-of-the-tests',
  })
  emulator = await startPaymentsEmulator({ repeatMs: [] })
  sim = await startGamesim({ idle: true, servers: [{ maps: ['de_dust2'], crowd: 4 }] })
  background = startPortal('background', 0, 'worker,poller')
  await background.ready
  await Promise.all([startWeb(0), startWeb(1), startWeb(2)])
  proxy = startProxy()
  await vi.waitFor(() => callPortal(entry, 'GET', '/healthz'), patience)
  const [game] = sim.servers
  await operate('POST', 'servers', {
    ip: '127.0.0.1',
    port: game?.port,
    name: 'One',
    category: 'deathmatch',
    region: 'ap-shanghai',
  })
  await operate('PUT', 'prices/vip/1m/CNY', { amount: 2_999 })
}, 120_000)

afterAll(async () => {
  if (!isPossible) return
  const programs = [background, ...webs]
  for (const { child } of programs) child.kill('SIGKILL')
  proxy.kill('SIGKILL')
  await Promise.all([once(proxy, 'exit'), ...programs.map(({ ended }) => ended)])
  await Promise.all([steam.close(), emulator.stop(), sim.close()])
  await database.drop()
  rmSync(home, { recursive: true })
}, 60_000)

/** An operator's call at the first web process, whose token this is. */
function operate<T>(method: string, path: string, body?: object): Promise<T> {
  const token = readFileSync(at('web0', 'operator.token'), 'utf8').trim()
  return callPortal<T>(urlOf(0), method, `/api/operator/${path}`, { token, ...(body && { body }) })
}

const statusesEverywhere = (path: string, token: string) =>
  Promise.all(webUrls().map(async (url) => (await fetchFromPortal(url, 'GET', path, { token })).status))

test.runIf(isPossible)(
  'C1 a session that began at any process is valid at all, and ends at all',
  async () => {
    const token = await signInThroughSteam(entry, player)
    expect(await statusesEverywhere('/api/account', token)).toEqual([200, 200, 200])
    const body = { steamId: player, action: 'LOGOUT' }
    await callPortal(entry, 'POST', '/api/auth/log', { token, body })
    expect(await statusesEverywhere('/api/account', token)).toEqual([401, 401, 401])
  },
)

test.runIf(isPossible)('C20 a rate limit counts the tries at all processes together', async () => {
  const body = { email: 'guess@example.org', password: 'wrong-Password-1' }
  const statuses: number[] = []
  for (let round = 0; round < 12; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the order of the answers is what is tested
    const answer = await fetchFromPortal(urlOf(round % webCount), 'POST', '/api/auth/email/login', { body })
    statuses.push(answer.status)
  }
  expect(new Set(statuses.slice(0, 10))).toEqual(new Set([401]))
  expect(statuses.slice(10)).toEqual([429, 429])
})

test.runIf(isPossible)(
  'H5 a webhook that arrives at several processes at once is stored and fulfilled once',
  async () => {
    const token = await signInThroughSteam(entry, player)
    const readOrder = (id: string) => operate<OrderDetails>('GET', `orders/${id}`)
    emulator.setFaults('wechat', { notify: 'eight' })
    const id = await buyVip({ url: entry, token, readOrder, emulator })
    await vi.waitFor(async () => expect((await readOrder(id)).order.state).toBe('fulfilled'), patience)
    await vi.waitFor(() => expect(countServers('/api/payment/notify/wechat')).toBeGreaterThan(1), patience)
    const direct = openDatabase(database.address, pino({ level: 'silent' }), 1)
    const terms = await direct.selectFrom('vip_terms').select('source_id').execute()
    const fulfilments = await direct
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'fulfilled')
      .execute()
    await direct.destroy()
    expect([terms, fulfilments]).toEqual([[{ source_id: id }], [{ id }]])
    const [attempt, ...others] = (await readOrder(id)).attempts
    expect([attempt?.state, others]).toEqual(['paid', []])
    expect(await operate('GET', 'money-alerts')).toEqual([])
  },
  90_000,
)

/** How many processes the proxy sent requests of a path to, by its log. */
function countServers(path: string): number {
  const lines = readFileSync(at('haproxy.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${path}"`))
  return new Set(lines.map((line) => / (web\d) /.exec(line)?.[1])).size
}

test.runIf(isPossible)(
  'D18 a web process is killed: its listeners follow the list at another one, and no visitor gets an error',
  async () => {
    const [game] = sim.servers
    const followers = Array.from({ length: 6 }, () => new ListFollower(entry))
    const allShow = async (map: string) => {
      game?.changeMap(map)
      await vi.waitFor(
        () => expect(new Set(followers.map((one) => one.map))).toEqual(new Set([map])),
        patience,
      )
    }
    await allShow('de_nuke')
    expect(followers.map(({ opened }) => opened)).toEqual([1, 1, 1, 1, 1, 1])

    const visitor = visitUntilStopped(`${entry}/api/servers`)
    for (const [index, map] of ['de_mirage', 'de_inferno', 'de_ancient'].entries()) {
      // oxlint-disable no-await-in-loop -- one process after the other
      webs[index]?.child.kill('SIGKILL')
      await webs[index]?.ended
      await allShow(map)
      await startWeb(index)
      await vi.waitFor(
        async () => expect((await fetchFromPortal(urlOf(index), 'GET', '/readyz')).ok).toBe(true),
        patience,
      )
      // oxlint-enable no-await-in-loop
    }
    // Each was at some process, and every process was killed once.
    for (const { opened } of followers) expect(opened).toBeGreaterThan(1)
    const truth = await fetchFromPortal(urlOf(0), 'GET', '/api/servers')
    const servers = (await truth.json()) as Server[]
    await vi.waitFor(() => {
      for (const follower of followers) expect(follower.servers).toEqual(servers)
    }, patience)
    await Promise.all(followers.map((follower) => follower.stop()))
    const { answers, failures } = await visitor.stop()
    expect(answers).toBeGreaterThan(10)
    expect(failures).toEqual([])
  },
  180_000,
)

/** Asks again and again, as visitors do; collects what was not a good answer. */
function visitUntilStopped(url: string) {
  const failures: string[] = []
  let answers = 0
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const status = await fetch(url).then(
        async (answer) => (await answer.text()) && answer.status,
        (error: unknown) => String(error),
      )
      answers += 1
      if (status !== 200) failures.push(String(status))
      // oxlint-disable-next-line no-await-in-loop -- not faster than some people
      await wait(20)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await running
      return { answers, failures }
    },
  }
}
