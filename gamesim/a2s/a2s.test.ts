import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { type GameServer, type Gamesim, type ServerConfig, startGamesim, toSteamId64 } from '../index.ts'
import { A2sClient, infoRequest, playersRequest } from '../testing/a2s-client.ts'

const run = promisify(execFile)
const settings = {
  autoplay: false,
  maxPlayers: 64,
  name: 'Judged',
  maps: ['de_nuke'],
  names: 'visible',
} as const
let sim: Gamesim
let asker: A2sClient

beforeEach(async () => {
  asker = await A2sClient.open()
})

afterEach(async () => {
  asker.close()
  await sim.close()
})

async function oneServer(more: Partial<ServerConfig> = {}): Promise<GameServer> {
  sim = await startGamesim({ servers: [{ ...settings, ...more }], seed: 'a2s' })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

function people(server: GameServer, count: number, nameLength = 8): void {
  for (let n = 1; n <= count; n++) {
    const player = server.connect({ name: `p${n}`.padEnd(nameLength, '.'), steamId: toSteamId64(n) })
    player.score = n
  }
}

/** What quakestat makes of a server: fields of its raw output, and rows of players. */
async function judge(port: number) {
  const args = ['-a2s', `127.0.0.1:${port}`, '-P', '-R', '-raw', '\u0001', '-nh']
  const [head = '', rules = '', ...rows] = (await run('quakestat', args)).stdout.split('\n')
  const [, , name, map, maxPlayers, players] = head.split('\u0001')
  const facts = new Map(rules.split('\u0001').map((rule) => rule.split('=') as [string, string]))
  // It lists the last player first.
  const list = rows
    .filter((row) => row.includes('\u0001'))
    .map((row) => row.split('\u0001'))
    .toReversed()
  return { name, map, maxPlayers, players, facts, list }
}

describe.skipIf(!hasPeerProgram('quakestat'))('judged by quakestat', () => {
  test('INFO tells name, map, players with bots, limit, port and tags', async () => {
    const server = await oneServer()
    people(server, 3)
    server.connect({ name: 'Ivan', steamId: null })
    const seen = await judge(server.port)
    expect(seen).toMatchObject({ name: 'Judged', map: 'de_nuke', maxPlayers: '64', players: '4' })
    expect(Object.fromEntries(seen.facts)).toMatchObject({
      bots: '1',
      game_port: String(server.port),
      game_tags: 'secure',
      version: '1.41.3.1',
    })
  })

  test('PLAYER tells names, scores and times', async () => {
    const server = await oneServer()
    people(server, 2)
    sim.advance(65_000)
    const { list } = await judge(server.port)
    expect(list).toEqual([
      ['p1......', '1', '65'],
      ['p2......', '2', '65'],
    ])
  })

  test('a long PLAYER answer comes whole although it is split', async () => {
    const server = await oneServer()
    people(server, 64, 30)
    const first = await asker.requestWithChallenge(server.port, playersRequest())
    expect(first?.readInt32LE(0)).toBe(-2)
    expect(first?.length).toBe(12 + 1248)
    const { list } = await judge(server.port)
    expect(list.map(([name]) => name)).toEqual(
      Array.from({ length: 64 }, (_, n) => `p${n + 1}`.padEnd(30, '.')),
    )
  })

  test('CS2 blanks the names and keeps score and time', async () => {
    const server = await oneServer({ names: 'blank' })
    people(server, 2)
    sim.advance(10_000)
    expect((await judge(server.port)).list).toEqual([
      ['', '1', '10'],
      ['', '2', '10'],
    ])
    server.nameVisibility = 'visible'
    expect((await judge(server.port)).list.map(([name]) => name)).toEqual(['p1......', 'p2......'])
  })
})

test('without the right challenge only a challenge is returned', async () => {
  const server = await oneServer()
  const wrong = Buffer.from([9, 9, 9, 9])
  for (const question of [
    infoRequest,
    Buffer.concat([infoRequest, wrong]),
    playersRequest(),
    playersRequest(wrong),
  ]) {
    const answer = await asker.request(server.port, question)
    expect(answer?.length).toBe(9)
    expect(answer?.readUInt8(4)).toBe(0x41)
  }
})

test('a restart makes old challenges worthless', async () => {
  const server = await oneServer()
  const before = await asker.request(server.port, infoRequest)
  await server.crash()
  await server.start()
  const after = await asker.request(server.port, infoRequest)
  expect(after?.length).toBe(9)
  expect(after).not.toEqual(before)
})

test('an empty server may keep quiet about its players', async () => {
  const server = await oneServer({ answersEmpty: false })
  const challenge = await asker.request(server.port, playersRequest())
  expect(
    await asker.request(server.port, playersRequest(Buffer.from(challenge ?? []).subarray(5)), 100),
  ).toBeNull()
  people(server, 1)
  expect((await asker.requestWithChallenge(server.port, playersRequest()))?.readUInt8(5)).toBe(1)
})

test('noise is not answered and harms nothing', async () => {
  const server = await oneServer()
  for (const noise of [
    '',
    'x',
    '\xff\xff\xff\xff',
    '\xff\xff\xff\xffT',
    '\xff\xff\xff\xffTSource Engine',
    'GET / HTTP',
  ]) {
    expect(await asker.request(server.port, Buffer.from(noise, 'latin1'), 30)).toBeNull()
  }
  expect((await asker.requestWithChallenge(server.port, infoRequest))?.readUInt8(4)).toBe(0x49)
})

test('faults: silence, dropped requests, loss and delay', async () => {
  const server = await oneServer()
  server.faults.silent = true
  expect(await asker.request(server.port, infoRequest, 500)).toBeNull()
  server.faults.silent = false
  server.faults.dropRequests = 1
  expect(await asker.request(server.port, infoRequest, 500)).toBeNull()
  expect(await asker.request(server.port, infoRequest)).not.toBeNull()
  server.faults.loss = 1
  expect(await asker.request(server.port, infoRequest, 500)).toBeNull()
  server.faults.loss = 0
  server.faults.delayMs = [80, 90]
  const asked = performance.now()
  expect(await asker.request(server.port, infoRequest)).not.toBeNull()
  expect(performance.now() - asked).toBeGreaterThan(75)
})
