import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim, toSteamId64 } from '../index.ts'
import { type ReceivedPost, HttpReceiver, uniqueLines, readOffsets } from '../testing/http-receiver.ts'

let sim: Gamesim
let receiver: HttpReceiver

beforeEach(async () => {
  receiver = await HttpReceiver.open()
})

afterEach(async () => {
  await sim.close()
  await receiver.close()
})

async function oneServer(more: Partial<ServerConfig> = {}): Promise<GameServer> {
  const settings = {
    autoplay: false,
    logUrls: [`${receiver.url}/log/s3cret`],
    logRetryMs: 1,
    logTimeoutMs: 2000,
    ...more,
  }
  sim = await startGamesim({ servers: [settings], seed: 'log', epoch: Date.UTC(2026, 10, 21, 14, 2, 7, 123) })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

/** Writes `count` batches of one chat line each. */
async function batches(server: GameServer, count: number): Promise<void> {
  const player = server.connect({ name: 'A', steamId: toSteamId64(1) })
  for (let n = 0; n < count; n++) {
    server.say(player, `line ${n}`)
    await server.flushLog()
  }
}

test('lines are written as CS2 writes them, whatever the names', async () => {
  const server = await oneServer()
  const a = server.connect({
    name: 'say "<1>"',
    steamId: toSteamId64(1),
    address: '203.0.113.9:27005',
    side: 'CT',
  })
  const b = server.connect({
    name: '老王\n',
    steamId: toSteamId64(2),
    address: '203.0.113.8:27005',
    side: 'TERRORIST',
  })
  server.game.startMatch()
  a.position = [-12, 30, 1]
  b.position = [4, 5, 6]
  server.kill(b, a, { weapon: 'awp', headshot: true, penetrated: true })
  server.say(a, '!bind', true)
  server.disconnect(b)
  server.game.winRound('CT', 'SFUI_Notice_CTs_Win')
  server.game.gameOver(31)
  await server.flushLog()
  const at = '11/21/2026 - 14:02:07.123 - '
  const all = receiver.lines.map((line) => line.replace(at, ''))
  expect(all[2]).toBe('"sv_password" = ""')
  const lines = all.filter((line) => !/^"\w+" = "/.test(line))
  expect(lines.slice(0, 8)).toEqual([
    'Loading map "de_dust2"',
    'server cvars start',
    'server cvars end',
    'Started:  ""',
    'World triggered "Warmup_Start"',
    '"say "<1>"<0><[U:1:1]><>" connected, address "203.0.113.9:27005"',
    '"say "<1>"<0><[U:1:1]><>" entered the game',
    '"say "<1>"<0><[U:1:1]>" switched from team <Unassigned> to <CT>',
  ])
  const fought = lines.findIndex((line) => line.includes('] killed "'))
  expect(lines[fought]).toMatch(
    /^"老王 <1><\[U:1:2\]><TERRORIST>" \[-?\d+ -?\d+ -?\d+\] killed "say "<1>"<0><\[U:1:1\]><CT>" \[-12 30 1\] with "awp" \(headshot penetrated\)$/,
  )
  expect(lines.slice(fought + 1)).toEqual([
    '"say "<1>"<0><[U:1:1]><CT>" say_team "!bind"',
    '"老王 <1><[U:1:2]><TERRORIST>" disconnected (reason "Disconnect")',
    expect.stringMatching(/^"老王 <1>.* committed suicide with "world"$/),
    'Team "CT" triggered "SFUI_Notice_CTs_Win" (CT "1") (T "0")',
    'Team "CT" scored "1" with "1" players',
    'Team "TERRORIST" scored "0" with "0" players',
    'Game Over: dm  de_dust2 score 1:0 after 31 min',
  ])
})

test('batches carry the headers of CS2, and their offsets join up', async () => {
  const server = await oneServer()
  await batches(server, 5)
  let end = 0
  for (const batch of receiver.received) {
    const [begin, next] = readOffsets(batch)
    expect(begin).toBe(end)
    expect(next - begin).toBe(batch.body.length)
    end = next
  }
  expect(receiver.received).toHaveLength(5)
  const [{ headers, path }] = receiver.received as [(typeof receiver.received)[number]]
  expect(path).toBe('/log/s3cret')
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'user-agent': 'Valve/Steam HTTP Client 1.0 (730)',
    'x-server-addr': `127.0.0.1:${server.port}`,
    'x-timestamp': '11/21/2026 - 14:02:07.123',
    'x-game-map': 'de_dust2',
  })
  expect(headers['x-server-instance-token']).toMatch(/^[0-9a-f]{16}$/)
})

test('stepping the game gathers and sends by itself', async () => {
  const server = await oneServer({ logBatchMs: 500 })
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  expect(receiver.received).toHaveLength(0)
  sim.advance(500)
  await server.flushLog()
  expect(receiver.lines).toHaveLength(12)
})

test('every map begins the log at offset 0 under the same token; a start has another token', async () => {
  const server = await oneServer({ maps: ['de_dust2'] })
  server.runCommandLine('logaddress_token_secret "s"')
  await server.flushLog()
  server.changeMap('de_nuke')
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  await server.flushLog()
  await server.crash()
  await server.start()
  await server.flushLog()
  const [first, second, third] = receiver.received as [ReceivedPost, ReceivedPost, ReceivedPost]
  expect([first, second, third].map((batch) => readOffsets(batch)[0])).toEqual([0, 0, 0])
  const tokens = receiver.received.map(({ headers }) => headers['x-server-instance-token'])
  expect(tokens[1]).toBe(tokens[0])
  expect(tokens[2]).not.toBe(tokens[0])
  expect(second.headers['x-tick-end']).toBe('0')
  expect(second.body.toString('utf8')).toMatch(/^.{28}Loading map "de_nuke"\n/)
  expect(first.headers['x-server-unique-token']).toMatch(/^[0-9a-f]{16}$/)
  expect(third.headers).not.toHaveProperty('x-server-unique-token')
})

test('the same seed plays the same game under another token in another run', async () => {
  const tokens: unknown[] = []
  for (const epoch of [1000, 2000]) {
    sim = await startGamesim({ servers: [{ logUrls: [receiver.url] }], seed: 'same', epoch })
    await sim.flushLogs()
    tokens.push(receiver.received.at(-1)?.headers['x-server-instance-token'])
    await sim.close()
  }
  expect(new Set(tokens).size).toBe(2)
})

test('a batch is sent again until it is taken: after 503, after no answer, after a torn one', async () => {
  const server = await oneServer({ logTimeoutMs: 500 })
  receiver.statusFor = (n) => (n === 1 ? null : n === 0 ? 503 : 200)
  await batches(server, 1)
  expect(receiver.received.map(readOffsets)).toEqual(Array(3).fill([0, receiver.received[0]?.body.length]))
  server.faults.logTear = 0.9
  await batches(server, 1)
  expect(receiver.received.length).toBeGreaterThan(4)
  expect(server.lostTally.snapshot().players).toEqual({})
})

test('what was written meanwhile goes along with the second try', async () => {
  const server = await oneServer()
  const player = server.connect({ name: 'A', steamId: toSteamId64(1) })
  receiver.statusFor = (n) => {
    if (n === 0) server.say(player, 'meanwhile')
    return n === 0 ? 503 : 200
  }
  await server.flushLog()
  const [first, second] = receiver.received as [ReceivedPost, ReceivedPost]
  const [begin, end] = readOffsets(first)
  expect(readOffsets(second)).toEqual([begin, end + second.body.length - first.body.length])
  expect(second.body.toString('utf8')).toContain('say "meanwhile"')
  expect(uniqueLines(receiver.received)).toEqual(second.body.toString('utf8').trimEnd().split('\n'))
})

test('beside what counts stand lines that mean nothing, every hit only in a detailed log', async () => {
  const server = await oneServer({ mode: 'public', autoplay: true, busy: 0.9 })
  sim.advance(1_200_000)
  await server.flushLog()
  const has = (part: string) => receiver.lines.some((line) => line.includes(part))
  for (const part of ['purchased "', ' threw ', 'killed other "chicken<', '"Warmup_Start"', '"Warmup_End"'])
    expect(has(part)).toBe(true)
  expect(has(' attacked ')).toBe(false)
  server.runCommandLine('mp_logdetail 3')
  sim.advance(600_000)
  await server.flushLog()
  expect(receiver.lines.find((line) => line.includes(' attacked '))).toMatch(
    /" \[[-\d ]+\] attacked ".+" \[[-\d ]+\] with "\w+" \(damage "\d+"\) \(damage_armor "3"\) \(health "\d+"\) \(armor "90"\) \(hitgroup "[a-z ]+"\)$/,
  )
})

test('a full server at sixty times the pace sends batches of less than 64 kB', async () => {
  const server = await oneServer({ autoplay: true, busy: 1, maxPlayers: 64, logBatchMs: 30_000 })
  server.runCommandLine('mp_logdetail 3')
  for (let minute = 0; minute < 20; minute++) {
    sim.advance(60_000)
    await server.flushLog()
  }
  expect(Math.max(...receiver.received.map(({ body }) => body.length))).toBeLessThanOrEqual(65_536)
})

test('410 stops the log permanently, and unsent lines are lost', async () => {
  const server = await oneServer()
  receiver.statusFor = () => 410
  await batches(server, 3)
  expect(receiver.received).toHaveLength(1)
  expect(server.runCommandLine('logaddress_list_http')).toBe('no http log addresses\n')
  expect(server.lostTally.player(toSteamId64(1)).chatLines).toBe(1)
})

test('faults: repeated, dropped and overtaken batches', async () => {
  const server = await oneServer()
  server.faults.logRepeat = 1
  await batches(server, 1)
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body)
  Object.assign(server.faults, { logRepeat: 0, logDrop: 1 })
  await batches(server, 2)
  expect(receiver.received).toHaveLength(2)
  expect(server.lostTally.player(toSteamId64(1)).chatLines).toBe(2)
  Object.assign(server.faults, { logDrop: 0, logReorder: 1 })
  const player = server.connect({ name: 'B', steamId: toSteamId64(2) })
  sim.advance(500)
  server.say(player, 'later')
  sim.advance(500)
  await server.flushLog()
  const [first, second] = receiver.received.slice(2).map(readOffsets)
  expect(first?.[0]).toBe(second?.[1])
})

test('a destination added later gets the log so far first', async () => {
  const server = await oneServer({ logUrls: [] })
  server.connect({ name: 'A', steamId: toSteamId64(1) })
  server.runCommandLine(`logaddress_add_http "${receiver.url}/late"`)
  await server.flushLog()
  expect(receiver.lines[0]).toContain('Loading map')
  expect(readOffsets(receiver.received[0] as (typeof receiver.received)[number])[0]).toBe(0)
})

test('RCON commands stand in the log with what they hold', async () => {
  const server = await oneServer()
  server.game.emit({ kind: 'rcon', from: '127.0.0.1:5', command: 'sv_password x' })
  await server.flushLog()
  expect(receiver.lines.at(-1)).toContain('rcon from "127.0.0.1:5": command "sv_password x"')
})
