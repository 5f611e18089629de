import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type GameServer,
  type Gamesim,
  type ServerConfig,
  startGamesim,
  toSteamId64,
} from '@clutch/gamesim/index.ts'
import { TestClock } from '../../../platform/clock/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type Game, type GameConfig, type GameAddress, openGame } from './index.ts'

const clock = new TestClock()
const config = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_REPORT_URL: 'http://127.0.0.1:9',
})
const facts: GameConfig = {
  number: 'sv-000001',
  name: '夜猫 one',
  password: 'abcd1234',
  rconPassword: 'right',
  admins: [
    { steamid: '76561198000000002', name: '"};', servername: '' },
    { steamid: '76561198000000001', name: '队长', servername: 'Zoë' },
  ],
  reportSecret: 's'.repeat(43),
}
let sim: Gamesim
let server: GameServer
let game: Game
let target: GameAddress

async function start(over: Partial<ServerConfig> = {}): Promise<void> {
  sim = await startGamesim({ servers: [{ autoplay: false, rconPassword: 'right', ...over }] })
  const [first] = sim.servers
  if (!first) throw new Error('no server')
  server = first
  target = { host: '127.0.0.1', port: server.port }
}

beforeEach(async () => {
  game = await openGame({ config, clock })
  await start()
})

afterEach(async () => {
  game.close()
  await sim.close()
})

/** What a driver does: it writes the files into the server's folder. */
async function write(of: GameConfig): Promise<void> {
  for (const [path, text] of Object.entries(game.files(of))) {
    const file = join(server.dataDir, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

const passwordOf = (of: GameServer) => of.runCommandLine('sv_password')

test('G14 a new password, name and report address reach the running server by RCON; repeating it changes nothing', async () => {
  await game.configure(target, { ...facts, password: 'old1' })
  await game.configure(target, facts)
  expect(passwordOf(server)).toBe('sv_password = abcd1234\n')
  expect(server.name).toBe('夜猫 one')
  const secret = facts.reportSecret
  expect(server.runCommandLine('logaddress_list_http')).toBe(
    `1 http log addresses:\nhttp://127.0.0.1:9/api/events/log/${secret}\n`,
  )
  expect(Object.fromEntries(server.cvars)).toMatchObject({
    matchzy_demo_upload_url: 'http://127.0.0.1:9/api/events/demos',
    matchzy_demo_upload_header_key: 'Authorization',
    matchzy_demo_upload_header_value: `Bearer ${secret}`,
    matchzy_remote_log_url: 'http://127.0.0.1:9/api/events/matchzy',
    matchzy_remote_log_header_value: `Bearer ${secret}`,
    host_players_show: '2',
    sv_hibernate_when_empty: '0',
    tv_enable: '1',
    tv_delay: '0',
    tv_record_immediate: '1',
    matchzy_hostname_format: '',
    matchzy_autostart_mode: '2',
  })
})

test('G14 a restart keeps the password: the server’s own files say it', async () => {
  await write(facts)
  await server.crash()
  await server.start()
  expect(passwordOf(server)).toBe('sv_password = abcd1234\n')
  expect(game.files(facts)['cfg/server.cfg']).toMatch(/^rcon_password "right"\n/)
})

test('G15 admins take effect on the running server, whatever they are called', async () => {
  await write(facts)
  await game.configure(target, facts)
  expect(server.records.admins).toEqual(['76561198000000002', '76561198000000001'])
  const fewer = { ...facts, admins: facts.admins.slice(1) }
  await write(fewer)
  await game.configure(target, fewer)
  expect([server.records.admins, server.records.adminReloads]).toEqual([['76561198000000001'], 2])
})

test('G15 an admin has MatchZy’s rights without css_rcon, unless the operator allows it', async () => {
  const one = { ...facts, admins: facts.admins.slice(1) }
  const read = (of: Game) => [
    JSON.parse(of.files(one)['cfg/MatchZy/admins.json'] ?? ''),
    JSON.parse(of.files(one)['counterstrikesharp/admins.json'] ?? ''),
  ]
  const flags = ['@css/config', '@css/map', '@custom/prac', '@css/chat']
  const identity = '76561198000000001'
  expect(read(game)).toEqual([{}, { [identity]: { identity, flags } }])
  const allowing = await openGame({ config: { ...config, gameAdminRcon: true }, clock })
  expect(read(allowing)).toEqual([
    { [identity]: '' },
    { [identity]: { identity, flags: [...flags, '@css/rcon'] } },
  ])
  allowing.close()
})

test.each([
  ['name', 'a"; quit; "'],
  ['password', 'x\nquit'],
  ['password', 'x;quit'],
  ['name', 'a\u2028b'],
])('G14 a %s that would be another command is refused, in the file as by RCON (%j)', async (field, value) => {
  const bad = { ...facts, [field]: value }
  expect(() => game.files(bad)).toThrow(expect.objectContaining({ name: 'InvalidRconLine' }))
  await expect(game.configure(target, bad)).rejects.toMatchObject({ name: 'InvalidRconLine' })
  expect(server.isRunning).toBe(true)
  expect(passwordOf(server)).toBe('sv_password = \n')
})

test('G4 a server reports its map, players and bots; a silent one nothing', async () => {
  server.connect({ name: 'A', steamId: '76561198000000001' })
  server.connect({ name: 'Ivan', steamId: null })
  expect(await game.queryStatus(target)).toEqual({
    map: 'de_dust2',
    players: 1,
    bots: 1,
    max: 16,
    version: '1.41.3.1',
  })
  server.faults.silent = true
  expect(await game.queryStatus(target)).toBeNull()
})

test('G25 ready is a server that answers its query and takes the password of its console', async () => {
  expect(await game.isReady(target, facts)).toBe(true)
  expect(await game.isReady({ host: '127.0.0.1', port: await freePort() }, facts)).toBe(false)
  await sim.close()
  await start({ rcon: false })
  expect(await game.isReady(target, facts)).toBe(false)
})

test.runIf(isProving)(
  'G14 a server that does not answer is configured later',
  async () => {
    server.faults.silent = true
    await expect(game.configure(target, facts)).rejects.toMatchObject({ name: 'GameUnreachable' })
    await expect(game.configure({ ...target, port: await freePort() }, facts)).rejects.toMatchObject({
      name: 'GameUnreachable',
    })
  },
  15_000,
)

test('G25 a server that refuses the RCON password is not retried for a while, so that the portal is not banned', async () => {
  const early = { ...facts, rconPassword: 'not yet' }
  for (let second = 0; second < 60; second++) {
    expect(await game.isReady(target, early)).toBe(false)
    await expect(game.configure(target, early)).rejects.toMatchObject({ name: 'GameUnreachable' })
    clock.advance(1_000)
  }
  const another = await openGame({ config, clock })
  expect(await another.isReady(target, facts)).toBe(true)
  another.close()
  clock.advance(300_000)
  expect(await game.isReady(target, facts)).toBe(true)
  await game.configure(target, facts)
})

test('G25 a server that was seen restarting is configured at once, whatever it refused before', async () => {
  expect(await game.isReady(target, { ...facts, rconPassword: 'not yet' })).toBe(false)
  await server.crash()
  expect(await game.isReady(target, facts)).toBe(false)
  await server.start()
  expect(await game.isReady(target, facts)).toBe(true)
}, 15_000)

test('R12 a console password and a log address that were changed in the game are noticed', async () => {
  await write(facts)
  await game.configure(target, facts)
  expect(await game.checkConfiguration(target, facts)).toBe('kept')
  server.runCommandLine('logaddress_delall_http')
  expect(await game.checkConfiguration(target, facts)).toBe('changed')
  await game.configure(target, facts)
  expect(await game.checkConfiguration(target, facts)).toBe('kept')
  server.runCommandLine('rcon_password "mine"')
  expect(await game.checkConfiguration(target, facts)).toBe('refused')
  expect(await game.isReady(target, facts)).toBe(false)
  clock.advance(300_000)
  server.runCommandLine('changelevel de_mirage')
  expect(await game.checkConfiguration(target, facts)).toBe('kept')
  await server.crash()
  expect(await game.checkConfiguration(target, facts)).toBe('silent')
})

test('G25 a game without RCON is ready once it answers, and is not configured; an unknown one is refused', async () => {
  const other = await openGame({ config: { ...config, gameProtocol: 'counterstrike2' }, clock })
  await other.configure(target, facts)
  expect(other.files(facts)).toEqual({})
  expect(passwordOf(server)).toBe('sv_password = \n')
  expect(await other.isReady(target, facts)).toBe(true)
  expect(await other.isReady({ host: '127.0.0.1', port: await freePort() }, facts)).toBe(false)
  other.close()
  const unknown = openGame({ config: { ...config, gameProtocol: 'chess' }, clock })
  await expect(unknown).rejects.toThrow('chess')
}, 15_000)

test('J permanent bans that a rented server saved hold after a restart, others end with it', async () => {
  await write(facts)
  server.runCommandLine('exec server.cfg; banid 0 [U:1:5]; banid 60 [U:1:6]; writeid')
  await server.crash()
  await server.start()
  expect(() => server.connect({ name: 'x', steamId: toSteamId64(5) })).toThrow('banned')
  expect(server.connect({ name: 'y', steamId: toSteamId64(6) }).name).toBe('y')
  expect(passwordOf(server)).toContain('abcd1234')
})
