import { type RemoteInfo, type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type Gamesim, type GamesimOptions, startGamesim } from '@clutch/gamesim/index.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { QueryFailed } from '../query/query-failed.ts'
import { A2sClient } from './a2s-client.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function gamesim(options: GamesimOptions): Promise<Gamesim> {
  const sim = await startGamesim({ idle: true, seed: 'a2s', ...options })
  opened.push(() => sim.close())
  return sim
}

function client(options?: ConstructorParameters<typeof A2sClient>[0]): A2sClient {
  const made = new A2sClient(options)
  opened.push(() => made.close())
  return made
}

/** A socket that answers as the test says. */
async function fake(onQuestion: (question: Buffer, from: RemoteInfo, socket: Socket) => void) {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  socket.on('message', (question, from) => onQuestion(question, from, socket))
  opened.push(() => socket.close())
  return { socket, address: '127.0.0.1', port: socket.address().port }
}

const at = ({ host, port }: { host: string; port: number }) => ({ address: host, port })

function infoAnswer(name: string): Buffer {
  return Buffer.from(`\xff\xff\xff\xffI\x11${name}\0de_x\0csgo\0CS2\0\0\0\x05\x10\x01dl\0\x01`, 'latin1')
}

test('D18 reads INFO and PLAYER of a CS2 server, the long list from its parts', async () => {
  const sim = await gamesim({
    servers: [
      { name: '社区 1', maps: ['de_nuke'], maxPlayers: 64, crowd: 60, names: 'visible', password: 'x' },
    ],
  })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  const a2s = client()
  const info = await a2s.info(at(server))
  expect(info).toEqual({
    name: '社区 1',
    map: 'de_nuke',
    players: 60,
    max: 64,
    bots: info.bots,
    locked: true,
    gameVersion: '1.41.3.1',
  })
  const players = await a2s.players(at(server))
  expect(players).toHaveLength(60)
  expect(players.every((player) => player.name !== '' && player.seconds !== undefined)).toBe(true)
})

test('a remembered challenge saves a round trip and is dropped when it no longer holds', async () => {
  const sim = await gamesim({ servers: [{ crowd: 2 }] })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  const a2s = client({ timeoutMs: 150 })
  await a2s.info(at(server))
  server.faults.dropRequests = 1
  await expect(a2s.info(at(server))).resolves.toMatchObject({ players: 2 })
  await server.crash()
  await server.start()
  await expect(a2s.info(at(server))).resolves.toMatchObject({ players: 2 })
})

test('a lost request is asked once more, a second loss is silence', async () => {
  const sim = await gamesim({ servers: 1 })
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  const a2s = client({ timeoutMs: 50 })
  server.faults.silent = true
  await expect(a2s.info(at(server))).rejects.toThrow(QueryFailed)
  server.faults.silent = false
  await expect(a2s.info(at(server))).resolves.toMatchObject({ name: server.name })
})

test('a server that answers every question with a challenge counts as silent, and is not queried without end', async () => {
  let questions = 0
  const endless = await fake((_question, from, socket) => {
    questions += 1
    socket.send(Buffer.from('\xff\xff\xff\xffA1234', 'latin1'), from.port, from.address)
  })
  await expect(client({ timeoutMs: 50 }).info(endless)).rejects.toThrow(QueryFailed)
  expect(questions).toBeLessThanOrEqual(8)
})

test('an answer from another port or without a question changes nothing', async () => {
  const forger = await fake(() => undefined)
  const honest = await fake((_question, from, socket) => {
    forger.socket.send(infoAnswer('forged'), from.port, from.address, () =>
      socket.send(infoAnswer('true'), from.port, from.address, () =>
        socket.send(infoAnswer('late'), from.port, from.address),
      ),
    )
  })
  const a2s = client()
  for (let round = 0; round < 20; round++) {
    await expect(a2s.info(honest)).resolves.toMatchObject({ name: expect.stringMatching(/true|late/) })
  }
})

test('closing ends running queries', async () => {
  const silent = await fake(() => undefined)
  const a2s = client({ atOnce: 1 })
  const pending = [a2s.info(silent), a2s.players(silent), a2s.info({ ...silent, port: 9 })].map((asking) =>
    asking.then(
      () => 'answer',
      (error: unknown) => (error instanceof QueryFailed ? 'silent' : 'broken'),
    ),
  )
  a2s.close()
  expect(await Promise.all(pending)).toEqual(['silent', 'silent', 'silent'])
})

test('hostile datagrams of any kind, from asked and unasked places, never change what an honest server says', async () => {
  let hostile: Buffer[] = []
  const forger = await fake(() => undefined)
  const hostileServer = await fake((_question, from, socket) => {
    for (const datagram of hostile) {
      socket.send(datagram, from.port, from.address)
      forger.socket.send(datagram, from.port, from.address)
    }
  })
  const honest = await fake((_question, from, socket) => {
    for (const datagram of hostile) forger.socket.send(datagram, from.port, from.address)
    socket.send(infoAnswer('honest'), from.port, from.address)
  })
  const a2s = client({ timeoutMs: 2 })
  const honestly = client()
  const truth = infoAnswer('forged')
  const datagram = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([truth.subarray(0, 5), bytes])),
    fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => Buffer.concat([Buffer.from([0xfe, 0xff, 0xff, 0xff]), bytes])),
    fc.nat(truth.length).map((length) => truth.subarray(0, length)),
    fc.nat(60_000).map((length) => Buffer.concat([truth, Buffer.alloc(length, 0x41)])),
    fc.constant(truth),
  )
  // Twice as much fits into a socket of Linux’s default size: one that is full loses the honest answer.
  const fitting = (all: Buffer[]) => Buffer.concat(all).length <= 65_000
  const several = fc.array(datagram, { minLength: 1, maxLength: 5 }).filter(fitting)
  await fc.assert(
    fc.asyncProperty(several, async (datagrams) => {
      hostile = datagrams.flatMap((bytes) => [bytes, bytes])
      const [attacked, answer] = await Promise.all([
        a2s.info(hostileServer).catch((error: unknown) => error),
        honestly.info(honest),
      ])
      expect(answer).toMatchObject({ name: 'honest', map: 'de_x', players: 5 })
      const isAnswer = typeof attacked === 'object' && attacked !== null && 'players' in attacked
      expect(attacked instanceof QueryFailed || isAnswer).toBe(true)
    }),
    { numRuns: propertyRuns(100_000) },
  )
}, 600_000)
