import { once } from 'node:events'
import { type Server as NetServer, connect } from 'node:net'
import { createServer } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GameServer, type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { TestClock } from '../../../platform/clock/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createSelfSignedCertificate } from '../../mail/testing/certificate.ts'
import { GameUnreachable } from './game.ts'
import { type GameConfig, openGame } from './index.ts'
import { findRconRoute } from './rcon-route.ts'

const own = createSelfSignedCertificate('IP:127.0.0.1,DNS:rcon.example.org')
const facts: GameConfig = {
  number: 'sv-000001',
  name: 'one',
  password: 'abcd1234',
  rconPassword: 'right',
  admins: [],
  reportSecret: 's'.repeat(43),
}

let sim: Gamesim
let server: GameServer
let proxy: NetServer
let offset: number
let connections = 0

beforeEach(async () => {
  sim = await startGamesim({ servers: [{ autoplay: false, rconPassword: 'right' }] })
  const [first] = sim.servers
  if (!first) throw new Error('no server')
  server = first
  connections = 0
  do {
    proxy = createServer(own, (socket) => {
      connections += 1
      const game = connect(server.port, '127.0.0.1')
      socket.on('error', () => game.destroy())
      game.on('error', () => socket.destroy())
      socket.pipe(game).pipe(socket)
    })
    // Those who do not trust the certificate break the connection off.
    proxy.on('tlsClientError', () => undefined)
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    offset = getPort() - server.port
    if (offset <= 0) proxy.close()
  } while (offset <= 0)
})

afterEach(async () => {
  proxy.close()
  await sim.close()
})

function getPort(): number {
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return address.port
}

/** The settings of a Docker host with the game server, and this proxy. */
function configure(rcon?: object) {
  const host = { name: 'far', regions: ['ap-tokyo'], url: 'unix:///x', bind: '0.0.0.0', ask: '127.0.0.1' }
  return readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_RENTAL_DRIVER: 'docker',
    CLUTCH_DOCKER_HOSTS: JSON.stringify([
      { ...host, ports: `${server.port}-${server.port}`, ...(rcon && { rcon }) },
    ]),
    CLUTCH_DOCKER_IMAGE: 'cs2',
    CLUTCH_GAME_COMMAND: '["start"]',
  })
}

const target = () => ({ host: '127.0.0.1', port: server.port })

test.each([{}, { name: 'rcon.example.org' }])(
  'G14 a server behind a TLS proxy is configured through it, with %j',
  async (name) => {
    const game = await openGame({
      config: configure({ offset, ca: own.cert, ...name }),
      clock: new TestClock(),
    })
    expect(await game.isReady(target(), facts)).toBe(true)
    await game.configure(target(), facts)
    expect(server.runCommandLine('sv_password')).toContain('abcd1234')
    expect(connections).toBeGreaterThan(1)
    game.close()
  },
)

test.each([
  ['another authority', { ca: createSelfSignedCertificate('IP:127.0.0.1').cert }],
  ['another name', { ca: own.cert, name: 'other.example.org' }],
])('G14 no password is sent to a proxy with a certificate of %s', async (_what, rcon) => {
  const game = await openGame({ config: configure({ offset, ...rcon }), clock: new TestClock() })
  expect(await game.isReady(target(), facts)).toBe(false)
  await expect(game.configure(target(), facts)).rejects.toThrow(GameUnreachable)
  expect(server.runCommandLine('sv_password')).not.toContain('abcd1234')
  game.close()
})

test('G14 the way to RCON is that of the host of the address', () => {
  const config = configure({ offset: 20_000, ca: own.cert, host: '10.9.0.4' })
  expect(findRconRoute(config, target())).toEqual({
    host: '10.9.0.4',
    port: server.port + 20_000,
    tls: { ca: own.cert, serverName: undefined },
  })
  for (const other of [
    { host: '127.0.0.2', port: server.port },
    { host: '127.0.0.1', port: server.port + 1 },
  ])
    expect(findRconRoute(config, other)).toEqual(other)
  expect(findRconRoute(configure(), target())).toEqual(target())
})

test('G14 a proxy past the last port is refused', () => {
  expect(() => configure({ offset: 60_000, ca: own.cert })).toThrow('CLUTCH_DOCKER_HOSTS')
})
