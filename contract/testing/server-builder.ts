import fc from 'fast-check'
import type { Server } from '../api/servers/servers.ts'
import { gameModes } from '../rules/servers/game-modes.ts'

/** Builds a server of the list; tests name only the fields they are about. */
export function buildServer(change: Partial<Server> = {}): Server {
  return {
    id: 'a',
    ip: '203.0.113.1',
    port: 27015,
    name: 'Server',
    name_display: '',
    players: '5/10',
    map: 'de_mirage',
    region: 'ap-shanghai',
    category: 'public',
    open: 1,
    ontop: 0,
    star: 0,
    bots: 0,
    reserved: 2,
    tickrate: '',
    locked: false,
    ...change,
  }
}

/** Servers with every field that filters and sorts look at drawn at random, ties and odd values among them. */
export const arbitraryServer: fc.Arbitrary<Server> = fc
  .record({
    ip: fc.constantFrom('203.0.113.1', '203.0.113.2', '198.51.100.7', '2001:db8::1'),
    port: fc.constantFrom(27015, 27016, 27017),
    name: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('上海 #1', '北京 DM', 'alpha', 'ALPHA')),
    name_display: fc.constantFrom('', '  ', 'Alpha', '上海 #2'),
    current: fc.nat(30),
    max: fc.nat(30),
    players_max: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    map: fc.constantFrom('de_mirage', 'de_dust2', 'aim_redline'),
    region: fc.constantFrom('ap-shanghai', 'eu-frankfurt', '火星'),
    category: fc.constantFrom(...gameModes),
    open: fc.constantFrom(0, 1),
    ontop: fc.constantFrom(0, 0, 1, 2),
    star: fc.nat(2),
  })
  .map(({ current, max, players_max, ...rest }) =>
    buildServer({
      ...rest,
      players: `${current}/${max}`,
      id: `${rest.ip}:${rest.port}`,
      ...(players_max !== undefined && { players_max }),
    }),
  )
