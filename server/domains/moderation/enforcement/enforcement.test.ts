import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SanctionDetail } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import type { NewServer, ServerChange } from '@clutch/contract/api/servers/operator-servers.ts'
import { type GameServer, type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { listPresentPlayers, startEventsWorker } from '../../events/index.ts'
import { readPortalSettings } from '../../content/index.ts'
import { GameConsoles, listModeratedServers } from '../../servers/index.ts'
import { addReporter } from '../../events/testing/events-app.ts'
import { createRealTimeContext } from '../../servers/testing/servers-app.ts'
import type { App } from '../../../platform/http/app.ts'
import type { AppContext } from '../../../platform/context.ts'
import { asOperator } from '../../../testing/http.ts'
import { createSanctionSubscriber, startEnforcement } from '../index.ts'
import { enforceOnServer } from './enforce-on-server.ts'
import { claimRows, markSent } from './sanction-claims.store.ts'
import { createModerationApp } from '../testing/moderation-app.ts'

const within = { timeout: 20_000, interval: 20 }
const rconPassword = 'rcon-of-the-test'
/** Each test has its own, since games and plugins keep bans of their own. */
let cheater = ''
let guest = ''
let people = 0
const nextSteamId = () => String(76561198000000000n + BigInt((people += 1)))

let context: AppContext & { destroy(): Promise<void> }
let app: App
let origin = ''
let sim: Gamesim
let running: { stop(): Promise<void> }[] = []
/** Its own console alone, and one with CS2-SimpleAdmin. */
let plain: Reporting
let admin: Reporting

interface Reporting {
  id: string
  game: GameServer
  secret: string
}

beforeAll(async () => {
  context = await createRealTimeContext()
  app = await createModerationApp(context)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const settings = { mode: 'dm' as const, autoplay: false, rconPassword }
  sim = await startGamesim({ servers: [settings, { ...settings, adminPlugin: 'simpleadmin' as const }] })
  const [first, second] = sim.servers
  if (!first || !second) throw new Error('no servers')
  plain = await register(first, { moderation_preset: 'game' })
  admin = await register(second, { moderation_preset: 'simpleadmin' })
})
beforeEach(() => {
  ;[cheater, guest] = [nextSteamId(), nextSteamId()]
  running = [
    startEventsWorker(context, { counted: [], match: [], arrivals: [createSanctionSubscriber(context)] }),
    startEnforcement(context, { tickMs: 100 }),
  ]
})
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()))
  for (const { game, faults } of sim.servers) {
    for (const player of game.roster.all) game.leave(player)
    Object.assign(faults, { silent: false, ignoredKicks: 0, rconDelayMs: 0 })
  }
  await context.database.deleteFrom('sanctions').execute()
})
afterAll(async () => {
  await app.close()
  await sim.close()
  await context.destroy()
})

async function register(game: GameServer, server: Partial<NewServer>): Promise<Reporting> {
  const { id, secret } = await addReporter(app, { port: game.port, rcon_password: rconPassword, ...server })
  const reporting = { id, secret, game }
  report(reporting)
  return reporting
}

/** Lets a server send its log, as its config does after each start. */
function report({ game, secret }: Reporting): void {
  game.runCommandLine(`logaddress_add_http "${origin}/api/events/log/${secret}"`)
}

async function change({ id }: Reporting, payload: ServerChange): Promise<void> {
  const url = `/api/operator/servers/${id}`
  expect((await app.inject({ method: 'PATCH', url, headers: asOperator, payload })).statusCode).toBe(200)
}

async function add(body: object = {}): Promise<string> {
  const payload = { kind: 'ban', steamId: cheater, reason: 'aimbot', ...body }
  const url = '/api/operator/sanctions'
  const answer = await app.inject({ method: 'POST', url, headers: asOperator, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json<{ id: string }>().id
}
const post = (path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/api/operator/sanctions/${path}`, headers: asOperator, payload })
const stateOn = async (id: string, { id: server }: Reporting) => {
  const answer = await app.inject({ url: `/api/operator/sanctions/${id}`, headers: asOperator })
  return answer.json<SanctionDetail>().servers.find(({ serverId }) => serverId === server)
}
const untilState = (id: string, on: Reporting, state: object) =>
  vi.waitFor(async () => expect(await stateOn(id, on)).toMatchObject(state), within)

async function join({ game }: Reporting, steamId: string, name = 'Player', address?: string) {
  const player = game.game.connect({ name, steamId, ...(address !== undefined && { address }) })
  await game.flushLog()
  return player
}
const isThere = ({ game }: Reporting, steamId: string) => game.game.roster.bySteamId(steamId) !== undefined
const untilGone = (on: Reporting, steamId: string) => vi.waitUntil(() => !isThere(on, steamId), within)

test.each([
  ['a server without plugins', () => plain],
  ['a server with SimpleAdmin', () => admin],
])('a banned player who joins %s is kicked, and no other player is', async (_, at) => {
  // The plugin alone would keep them out.
  admin.game.game.bans.isBannedByPlugin = () => false
  await add()
  await join(at(), guest, 'Guest')
  await join(at(), cheater, 'Cheater')
  await untilGone(at(), cheater)
  expect(isThere(at(), guest)).toBe(true)
})

test.runIf(isProving)('a banned player is gone soon after the line that they joined', async () => {
  admin.game.game.bans.isBannedByPlugin = () => false
  await add({ serverIds: [admin.id] })
  const times: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const began = performance.now()
    await join(admin, cheater, 'Cheater')
    await untilGone(admin, cheater)
    times.push(performance.now() - began)
  }
  times.sort((one, other) => one - other)
  const [median = 0, most = 0] = [times[10], times.at(-1)]
  process.stdout.write(
    `from the join to the kick: median ${median.toFixed(0)} ms, at most ${most.toFixed(0)} ms\n`,
  )
  expect(times).toHaveLength(20)
})

test('a player who is there is kicked when the ban is made, on every server of its scope', async () => {
  for (const on of [plain, admin]) await join(on, cheater, 'Cheater')
  const id = await add({ serverIds: [plain.id] })
  await untilState(id, plain, { state: 'applied', kicks: 1, problem: null })
  expect(isThere(plain, cheater)).toBe(false)
  expect(isThere(admin, cheater)).toBe(true)
  expect(await stateOn(id, admin)).toBe(undefined)
})

test('a ban holds after the game server was restarted and lost its own list', async () => {
  const id = await add()
  await join(plain, cheater, 'Cheater')
  await untilState(id, plain, { kicks: 1 })
  expect(() => plain.game.connect({ name: 'Cheater', steamId: cheater })).toThrow('banned')
  await plain.game.crash()
  await plain.game.start()
  report(plain)
  await join(plain, cheater, 'Cheater')
  await untilState(id, plain, { kicks: 2, state: 'applied' })
  expect(isThere(plain, cheater)).toBe(false)
})

test('a ban is not passed over for the kick while the log says that another player has the number', async () => {
  await join(plain, guest, 'Guest')
  await vi.waitUntil(async () => {
    const players = await listPresentPlayers(context.database, plain.id, new Date())
    return players?.some(({ steamId }) => steamId === guest)
  }, within)
  // The log that says so comes after the console has named the new player.
  for (const player of plain.game.game.roster.all) plain.game.game.leave(player)
  plain.game.game.connect({ name: 'Cheater', steamId: cheater })
  plain.game.faults.rconDelayMs = 200
  const id = await add({ serverIds: [plain.id] })
  await vi.waitUntil(async () => {
    const sent = context.database
      .selectFrom('sanction_servers')
      .select('sent_at')
      .where('sanction_id', '=', id)
    return (await sent.executeTakeFirst())?.sent_at
  }, within)
  await plain.game.flushLog()
  await untilState(id, plain, { state: 'applied', kicks: 1 })
  expect(() => plain.game.connect({ name: 'Cheater', steamId: cheater })).toThrow('banned')
})

test.runIf(isProving)(
  'a lifted ban is taken from every server, from one that is down when it answers again',
  async () => {
    const id = await add()
    for (const on of [plain, admin]) await join(on, cheater, 'Cheater')
    for (const on of [plain, admin]) await untilState(id, on, { kicks: 1 })
    admin.game.faults.silent = true
    expect((await post(`${id}/lift`)).statusCode).toBe(200)
    await untilState(id, plain, { state: 'lifted', problem: null })
    await untilState(id, admin, { state: 'waiting', problem: 'server.rcon_failed' })
    await join(plain, cheater, 'Cheater')
    admin.game.faults.silent = false
    await untilState(id, admin, { state: 'lifted', problem: null })
    await join(admin, cheater, 'Cheater')
    expect([plain, admin].map((on) => isThere(on, cheater))).toEqual([true, true])
    expect(await stateOn(id, plain)).toMatchObject({ kicks: 1 })
  },
)

test.runIf(isProving)('a server that is down when a ban is made gets it when it answers again', async () => {
  await join(plain, cheater, 'Cheater')
  plain.game.faults.silent = true
  const id = await add()
  await untilState(id, plain, { state: 'waiting', problem: 'server.rcon_failed' })
  expect(isThere(plain, cheater)).toBe(true)
  plain.game.faults.silent = false
  await untilState(id, plain, { state: 'applied', kicks: 1 })
})

test('a ban whose worker died between RCON and its record is brought to an end by another', async () => {
  await Promise.all(running.map((worker) => worker.stop()))
  const id = await add({ serverIds: [plain.id] })
  const now = new Date()
  const claim = { serverId: plain.id, claimId: crypto.randomUUID(), limit: 9 }
  const [row] = await claimRows(context.database, claim, now, new Date(now.getTime() + 300))
  if (!row) throw new Error('nothing was due')
  await markSent(context.database, { ...row, claimId: claim.claimId }, now)
  plain.game.runCommandLine(`banid 0 ${cheater}`)
  running = [startEnforcement(context, { tickMs: 100 })]
  await untilState(id, plain, { state: 'applied', problem: null })
  await post(`${id}/lift`)
  await untilState(id, plain, { state: 'lifted', problem: null })
  expect((await join(plain, cheater, 'Cheater')).steamId).toBe(cheater)
})

test('a lifted ban is taken from the server, also where its row still says that it is applied', async () => {
  const id = await add({ serverIds: [admin.id] })
  await untilState(id, admin, { state: 'applied' })
  await Promise.all(running.map((worker) => worker.stop()))
  await post(`${id}/lift`)
  await context.database.updateTable('sanction_servers').set({ wanted: 'applied' }).execute()
  running = [startEnforcement(context, { tickMs: 100 })]
  await untilState(id, admin, { state: 'lifted', problem: null })
  expect(admin.game.simpleAdmin.has('ban', cheater)).toBe(false)
})

/** What one worker process does on a server, once; its console waits for the test before it does what `heldAt` names. */
function startProcess({ id }: Reporting, heldAt?: 'listPlayers' | 'run') {
  const consoles = new GameConsoles(context)
  const [arrived, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stop = new AbortController()
  const hold = async () => {
    arrived.resolve()
    await free.promise
  }
  const held = {
    run: async (server: string, line: string) => {
      if (heldAt === 'run') await hold()
      return consoles.run(server, line)
    },
    listPlayers: async (server: string) => {
      if (heldAt === 'listPlayers') await hold()
      return consoles.listPlayers(server)
    },
  }
  const ended = (async () => {
    const { settings } = await readPortalSettings(context.database)
    const server = (await listModeratedServers(context.database, settings)).find((one) => one.id === id)
    if (!server) throw new Error('no such server')
    await enforceOnServer(context, held, server, stop.signal)
    consoles.close()
  })()
  return { arrived: arrived.promise, free: free.resolve, stop, ended }
}

test.each([
  ['before it sends the ban', 'listPlayers'],
  ['while it sends the ban', 'run'],
] as const)('a ban that another process lifts from a server %s does not stay there', async (_, heldAt) => {
  await Promise.all(running.map((worker) => worker.stop()))
  const id = await add({ serverIds: [admin.id] })
  const first = startProcess(admin, heldAt)
  await first.arrived
  expect((await post(`${id}/lift`)).statusCode).toBe(200)
  await startProcess(admin).ended
  expect(await stateOn(id, admin)).toMatchObject({ state: 'lifted' })
  first.free()
  await first.ended
  await startProcess(admin).ended
  expect(admin.game.simpleAdmin.has('ban', cheater)).toBe(false)
  expect(await stateOn(id, admin)).toMatchObject({ state: 'lifted', problem: null })
})

test('a lifted ban is not taken from a server where another one holds by the time', async () => {
  await Promise.all(running.map((worker) => worker.stop()))
  const id = await add({ serverIds: [admin.id] })
  await startProcess(admin).ended
  await post(`${id}/lift`)
  const first = startProcess(admin, 'listPlayers')
  await first.arrived
  await add({ serverIds: [admin.id] })
  await startProcess(admin).ended
  first.free()
  await first.ended
  expect(admin.game.simpleAdmin.has('ban', cheater)).toBe(true)
})

test('what a process that stops did not begin is due at once for another', async () => {
  await Promise.all(running.map((worker) => worker.stop()))
  const ids = [await add({ serverIds: [admin.id] }), await add({ kind: 'mute', serverIds: [admin.id] })]
  const first = startProcess(admin, 'listPlayers')
  await first.arrived
  first.stop.abort()
  first.free()
  await first.ended
  await startProcess(admin).ended
  for (const id of ids) expect(await stateOn(id, admin)).toMatchObject({ state: 'applied' })
})

test.runIf(isProving)('a kick that the game ignores is repeated until the player is gone', async () => {
  await change(plain, { moderation_preset: 'off' })
  plain.game.faults.ignoredKicks = 1
  const id = await add({ serverIds: [plain.id] })
  await join(plain, cheater, 'Cheater')
  await untilState(id, plain, { state: 'waiting', problem: 'server.player_stays' })
  await untilState(id, plain, { state: 'applied', kicks: 1 })
  expect(isThere(plain, cheater)).toBe(false)
  await change(plain, { moderation_preset: 'game' })
})

test('a mute and a gag are sent by the preset when the player comes, and taken back when they are lifted', async () => {
  const [mute, gag] = [await add({ kind: 'mute' }), await add({ kind: 'gag' })]
  await untilState(mute, plain, { state: 'unsupported' })
  await untilState(gag, admin, { state: 'applied' })
  expect(['mute', 'gag'].map((kind) => admin.game.simpleAdmin.has(kind as 'mute', cheater))).toEqual([
    true,
    true,
  ])
  await post(`${mute}/lift`)
  await untilState(mute, admin, { state: 'lifted' })
  expect(['mute', 'gag'].map((kind) => admin.game.simpleAdmin.has(kind as 'mute', cheater))).toEqual([
    false,
    true,
  ])
})

test('another account at the address of a ban is kicked, and gets no ban of its own', async () => {
  const id = await add({ address: '198.51.100.7' })
  await join(admin, guest, 'Guest', '198.51.100.7:27005')
  await untilGone(admin, guest)
  await vi.waitFor(async () => {
    const answer = await app.inject({ url: `/api/operator/sanctions/${id}`, headers: asOperator })
    const found = answer.json<SanctionDetail>().servers.find(({ steamId }) => steamId === guest)
    expect(found).toMatchObject({ kicks: 1, state: 'applied' })
  }, within)
  expect(admin.game.simpleAdmin.has('ban', guest)).toBe(false)
})

test.runIf(isProving)(
  'a number that was given to another player meanwhile kicks neither of them by mistake',
  async () => {
    const id = await add({ serverIds: [plain.id] })
    plain.game.faults.rconDelayMs = 400
    const first = await join(plain, cheater, 'Cheater')
    const swap = ({ kind, command = '' }: { kind: string; command?: string }) => {
      if (kind !== 'rcon' || command !== 'css_players' || !plain.game.game.roster.has(first)) return
      plain.game.game.leave(first)
      const second = plain.game.game.connect({ name: 'Guest', steamId: guest })
      expect(second.userId).toBe(first.userId)
      void plain.game.flushLog()
    }
    plain.game.game.listeners.push(swap)
    await untilState(id, plain, { kicks: 0, state: 'absent', problem: null })
    expect(isThere(plain, guest)).toBe(true)
  },
)
