import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Rcon } from 'rcon-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim, toSteamId64 } from '../index.ts'
import { encodeRcon } from './rcon-packets.ts'

let sim: Gamesim
let folder: string
let wall = 0
const open: Rcon[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamesim-test-'))
  wall = 0
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)))
  await sim.close()
  await rm(folder, { recursive: true })
})

async function oneServer(more: Partial<ServerConfig> = {}): Promise<GameServer> {
  const settings = { autoplay: false, name: 'Practice', rconPassword: 'right', dataDir: folder, ...more }
  sim = await startGamesim({ servers: [settings], seed: 'rcon', wallClock: () => wall })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

async function login({ port }: GameServer, password = 'right'): Promise<Rcon> {
  const client = new Rcon({ host: '127.0.0.1', port, password, timeout: 15_000 })
  client.on('error', () => undefined)
  await client.connect()
  open.push(client)
  return client
}

/** Sends frames and returns all bytes that come until the server closes or `enough` of them are there. */
function raw(port: number, frames: readonly Buffer[], enough: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => frames.forEach((frame) => socket.write(frame)))
    const done = () => resolve(bytes)
    socket.on('close', done)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      if (bytes.length >= enough) socket.destroy()
    })
  })
}

test('a client logs in, asks, and gets a long answer in one packet', async () => {
  const server = await oneServer({ cvars: Object.fromEntries(many('zz_cvar', 600)) })
  const client = await login(server)
  expect(await client.send('hostname')).toBe('hostname = Practice\n')
  const list = await client.send('cvarlist')
  expect(list.length).toBeGreaterThan(20_000)
  expect(list).toContain('zz_cvar599')
})

test('a wrong password is refused, three of them ban the address for a while', async () => {
  const server = await oneServer({ rconFailures: 3, rconBanMs: 60_000 })
  for (let n = 0; n < 3; n++) await expect(login(server, 'wrong')).rejects.toThrow('Authentication failed')
  await expect(login(server)).rejects.toThrow('Connection closed')
  wall += 60_001
  expect(await (await login(server)).send('sv_gravity')).toBe('sv_gravity = 800\n')
})

test('nothing runs before the password, and nonsense sizes end the connection', async () => {
  const server = await oneServer()
  expect(await raw(server.port, [encodeRcon({ id: 1, type: 2, body: 'hostname X' })], 1)).toHaveLength(0)
  expect(await raw(server.port, [Buffer.from([255, 255, 255, 127, 0])], 1)).toHaveLength(0)
  expect(server.name).toBe('Practice')
})

test('Source 1: an empty answer before the login, long answers split, the terminator echoed', async () => {
  const server = await oneServer({ rconMode: 'source1', cvars: Object.fromEntries(many('zz_cvar', 200)) })
  const frames = [
    encodeRcon({ id: 7, type: 3, body: 'right' }),
    encodeRcon({ id: 8, type: 2, body: 'cvarlist' }),
    encodeRcon({ id: 9, type: 0, body: '' }),
  ]
  const whole = server.runCommandLine('cvarlist')
  const parts = Math.ceil(Buffer.byteLength(whole) / 4086)
  const bytes = await raw(server.port, frames, 28 + parts * 14 + Buffer.byteLength(whole) + 14 + 18)
  const packets = packetsIn(bytes)
  expect(packets.slice(0, 2)).toEqual([
    { id: 7, type: 0, body: '' },
    { id: 7, type: 2, body: '' },
  ])
  expect(parts).toBeGreaterThan(1)
  expect(
    packets
      .slice(2, 2 + parts)
      .map(({ body }) => body)
      .join(''),
  ).toBe(whole)
  expect(packets.slice(2 + parts).map(({ id, body }) => [id, body])).toEqual([
    [9, ''],
    [9, '\u0000\u0001\u0000\u0000'],
  ])
})

test('status, status_json and css_players tell who is there', async () => {
  const server = await oneServer({ maxPlayers: 10 })
  server.connect({ name: '老王 "x"', steamId: toSteamId64(11), address: '203.0.113.9:57520' })
  server.connect({ name: 'Ivan', steamId: null })
  sim.advance(3_723_000)
  const client = await login(server)
  const status = await client.send('status')
  expect(status).toContain('players  : 1 humans, 1 bots (10 max) (not hibernating) (unreserved)\n')
  expect(status).toContain('SV:  [1: de_dust2 | main lump | mapload]')
  expect(status).toMatch(/^ {3}0 +1:02:03 +\d+ +0 +active 786432 203\.0\.113\.9:57520 '老王 "x"'$/m)
  expect(status).toContain("\n   1      BOT    0    0     active      0 'Ivan'\n#end\n")
  expect(JSON.parse(await client.send('status_json'))).toMatchObject({
    server: {
      clients_human: 1,
      clients_bot: 1,
      map: 'de_dust2',
      clients: [{ steamid64: toSteamId64(11) }, { bot: true }],
    },
  })
  expect(await client.send('css_players')).toContain(
    `• [#0] "老王 "x"" (IP Address: "203.0.113.9" SteamID64: "${toSteamId64(11)}")`,
  )
})

test('password, name and map are set and read back', async () => {
  const server = await oneServer()
  const client = await login(server)
  expect(await client.send('sv_password "s3 cret"; hostname Neu')).toBe('')
  expect(await client.send('sv_password')).toBe('sv_password = s3 cret\n')
  expect(server.name).toBe('Neu')
  await client.send('changelevel de_mirage')
  expect(server.game.map).toBe('de_mirage')
  await client.send('host_workshop_map 3070923343')
  expect(server.game.map).toBe('workshop_3070923343')
  expect(await client.send('changelevel ../x')).toContain('FAILED')
  expect(await client.send('foo_bar 1')).toBe("Unknown command 'foo_bar'!\n")
})

test('admins are read from the folder, configuration files run, nothing outside is read', async () => {
  await mkdir(join(folder, 'cfg/MatchZy'), { recursive: true })
  await writeFile(join(folder, 'cfg/server.cfg'), 'hostname "From file" // comment\n')
  await writeFile(join(folder, 'cfg/portal.cfg'), 'sv_password abc\nmp_maxrounds 30')
  await writeFile(join(folder, 'cfg/MatchZy/admins.json'), JSON.stringify({ [toSteamId64(5)]: '' }))
  const server = await oneServer()
  expect(server.name).toBe('From file')
  const client = await login(server)
  await client.send('exec portal.cfg; reload_admins')
  expect(await client.send('mp_maxrounds')).toBe('mp_maxrounds = 30\n')
  expect(server.records.admins).toEqual([toSteamId64(5)])
  expect(await client.send('exec ../../etc/passwd')).toContain("Couldn't exec")
})

test('plugins: VIPs, a private message to a player, kicks', async () => {
  const server = await oneServer()
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  const client = await login(server)
  await client.send(`css_vip_adduser "${toSteamId64(1)}" "vip" "3600"`)
  // Not changed, and nothing says so.
  expect(await client.send(`css_vip_adduser "${toSteamId64(1)}" "gold" "60"`)).toBe('')
  expect(server.records.vips.get(toSteamId64(1))).toEqual({ group: 'vip', seconds: 3600 })
  await client.send(`css_vip_updateuser "${toSteamId64(1)}" -s "7200"`)
  expect(server.records.vips.get(toSteamId64(1))).toEqual({ group: 'vip', seconds: 7200 })
  expect(await client.send(`css_vip_updateuser "${toSteamId64(2)}" -s "7200"`)).toBe('')
  await client.send('css_vip_updateuser "1" vip2 -s')
  expect(server.records.vips.get(toSteamId64(1))).toEqual({ group: 'vip2', seconds: 7200 })
  await client.send(`css_vip_deleteuser "${toSteamId64(1)}"`)
  expect(server.records.vips.size).toBe(0)
  await client.send('css_psay #0 your code is 1; css_psay #9 nobody')
  expect(server.records.privateMessages).toEqual([
    { steamId: toSteamId64(1), name: 'A', text: 'your code is 1' },
  ])
  await client.send('kickid 0')
  expect(server.game.roster.all).toHaveLength(0)
})

test("a private message is sent to a SteamID64 whatever the players' names, and shows quotes as the plugin does", async () => {
  const server = await oneServer()
  const [one, other] = [toSteamId64(1), toSteamId64(2)]
  server.connect({ name: `#${one}`, steamId: other })
  server.connect({ name: 'A', steamId: one })
  server.connect({ name: 'AB', steamId: toSteamId64(3) })
  const client = await login(server)
  expect(await client.send(`css_psay #${one} 你好  there`)).toBe(' Private message sent!\n')
  expect(await client.send(`css_psay "#${one}" "quoted"`)).toBe(' Private message sent!\n')
  expect(await client.send('css_psay b part of a name')).toBe(' Private message sent!\n')
  expect(server.records.privateMessages.map(({ steamId, text }) => [steamId, text])).toEqual([
    [one, '你好  there'],
    [one, '" "quoted"'],
    [toSteamId64(3), 'part of a name'],
  ])
  expect(await client.send('css_psay a two of them')).toContain('Multiple targets')
  expect(await client.send(`css_psay #${toSteamId64(9)} gone`)).toContain('not found')
  expect(await client.send(`css_psay #${one}`)).toContain('Expected usage')
  expect(server.records.privateMessages).toHaveLength(3)
})

test('banned by number or SteamID, a player leaves, and comes back when the ban is over', async () => {
  const server = await oneServer()
  const gone: string[] = []
  server.game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'left') gone.push(gameEvent.reason)
  })
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  const client = await login(server)
  expect(await client.send('banid 5 0 kick')).toBe('')
  expect(await client.send(`css_addban ${toSteamId64(2)} 0`)).toContain('Ban has been added offline')
  expect(await client.send('banid 5 nobody')).toContain("Couldn't resolve")
  expect(server.game.roster.all).toEqual([])
  expect(gone).toEqual(['Kicked and banned'])
  for (const account of [1, 2])
    expect(() => server.connect({ name: 'A', steamId: toSteamId64(account) })).toThrow('banned')
  sim.advance(5 * 60_000)
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  expect(() => server.connect({ name: 'B', steamId: toSteamId64(2) })).toThrow('banned')
  expect(await client.send('removeid STEAM_1:0:1')).toContain("couldn't find")
  expect(await client.send(`css_unban ${toSteamId64(2)}`)).toContain('Unbanned player')
  server.connect({ name: 'B', steamId: toSteamId64(2) })
  await client.send('css_kick #0 afk; css_ban #1 10')
  expect(gone).toHaveLength(1)
  sim.advance(5_000)
  expect(gone.slice(1)).toEqual(['afk', 'Kicked and banned'])
})

test('maps are listed by a part of their name, and what the console says stands in the log', async () => {
  const server = await oneServer({ maps: ['de_nuke', 'aim_map'] })
  const said: string[] = []
  server.game.listeners.push((gameEvent) => {
    if (gameEvent.kind === 'announced') said.push(gameEvent.text)
  })
  const client = await login(server)
  expect(await client.send('maps *')).toBe('de_nuke\naim_map\n')
  expect(await client.send('maps de_')).toBe('de_nuke\n')
  expect(await client.send('echo a b')).toBe('a b\n')
  await client.send('say 你好; css_say "all of you"')
  expect(said).toEqual(['你好', '"all of you"'])
})

test('what is typed on the log switches is what the list says', async () => {
  const server = await oneServer()
  const client = await login(server)
  await client.send('log on; logaddress_add_http "http://127.0.0.1:9/in/secret"')
  expect(await client.send('logaddress_list_http')).toContain('http://127.0.0.1:9/in/secret')
  await client.send('logaddress_delall_http')
  expect(await client.send('logaddress_list_http')).toBe('no http log addresses\n')
})

test('quit ends the server', async () => {
  const server = await oneServer()
  const client = await login(server)
  const ended = new Promise((resolve) => (server.onQuit = () => resolve(null)))
  await client.send('quit').catch(() => undefined)
  await ended
  expect(server.isRunning).toBe(false)
})

function many(stem: string, count: number): [string, string][] {
  return Array.from({ length: count }, (_, n) => [`${stem}${n}`, String(n)])
}

function packetsIn(bytes: Buffer) {
  const packets = []
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readInt32LE(at)) {
    const body = bytes.toString('utf8', at + 12, at + 2 + bytes.readInt32LE(at))
    packets.push({ id: bytes.readInt32LE(at + 4), type: bytes.readInt32LE(at + 8), body })
  }
  return packets
}
