import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OperatorPermissions,
  type OperatorRights,
  accessLevels,
  allRights,
  hasRight,
  includesPermissions,
  limitToOwner,
  mayCall,
  mayChangeCommands,
  operatorAreas,
  ownerPermissions,
} from './operator-rights.ts'

const kick = { area: 'players', method: 'POST', path: '/api/operator/servers/:id/players/kick' } as const
const hide = { area: 'players', method: 'PUT', path: '/api/operator/hidden-players/:steamId' } as const
const list = { area: 'servers', method: 'GET', path: '/api/operator/servers' } as const
const rconLog = { area: 'rcon', method: 'GET', path: '/api/operator/servers/:id/rcon' } as const
const refund = { area: 'refunds', method: 'POST', path: '/api/operator/orders/:id/refund' } as const

const sanction = { area: 'players', method: 'POST', path: '/api/operator/sanctions', byScope: true } as const

const moderator: OperatorRights = { servers: 'read', rcon: 'read', players: 'change' }
const everywhere = { rights: moderator, serverIds: null }
const onA = { rights: moderator, serverIds: ['a'] }

test.each<[string, OperatorPermissions, Parameters<typeof mayCall>[1], string | undefined, boolean]>([
  ['changes in their area', everywhere, kick, 'a', true],
  ['read where they may change', { rights: { servers: 'change' }, serverIds: null }, list, undefined, true],
  ['not change where they may read', { rights: { players: 'read' }, serverIds: null }, kick, 'a', false],
  ['nothing in another area', everywhere, refund, 'a', false],
  [
    'what is open to every operator',
    { rights: {}, serverIds: [] },
    { ...list, area: 'any' },
    undefined,
    true,
  ],
  ['changes on a server they are limited to', onA, kick, 'a', true],
  ['none on another server', onA, kick, 'b', false],
  ['read details of a server they are limited to', onA, rconLog, 'a', true],
  ['not those of another server', onA, rconLog, 'b', false],
  ['read the list of all servers', onA, list, undefined, true],
  ['no change that concerns every server', onA, hide, undefined, false],
  ['a change whose service checks the servers that it names', onA, sanction, undefined, true],
  [
    'what is not of single servers, without the limit',
    { rights: { refunds: 'change' }, serverIds: ['a'] },
    refund,
    'x',
    true,
  ],
  ['on some server, where no server is named', onA, kick, undefined, true],
])('C18 an operator may: %s', (_, permissions, call, server, may) => {
  expect(mayCall(permissions, call, server)).toBe(may)
})

test.each<[OperatorPermissions, boolean]>([
  [ownerPermissions, true],
  [{ rights: { settings: 'change', rcon: 'change' }, serverIds: null }, true],
  [{ rights: { settings: 'change', players: 'change' }, serverIds: null }, false],
  [{ rights: { settings: 'change', rcon: 'read' }, serverIds: null }, false],
  [{ rights: { settings: 'change', rcon: 'change' }, serverIds: ['a'] }, false],
  [{ rights: { settings: 'read', rcon: 'change' }, serverIds: null }, false],
])('C18 who may run any command on all servers changes those that the portal sends: %j: %s', (own, may) => {
  expect(mayChangeCommands(own)).toBe(may)
})

const permissions: fc.Arbitrary<OperatorPermissions> = fc.record({
  rights: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...operatorAreas), fc.constantFrom(...accessLevels)), {
      selector: ([area]) => area,
    })
    .map((pairs): OperatorRights => Object.fromEntries(pairs)),
  serverIds: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'))),
})
const anyCall = fc.record({
  area: fc.constantFrom(...operatorAreas),
  method: fc.constantFrom('GET', 'PATCH'),
  path: fc.constantFrom('/api/operator/servers/:id/x', '/api/operator/x'),
})

test('C18 who includes another’s permissions may make every call that the other may', () => {
  fc.assert(
    fc.property(
      permissions,
      permissions,
      anyCall,
      fc.constantFrom('a', 'b', 'c'),
      (one, other, call, server) => {
        fc.pre(includesPermissions(one, other))
        return !mayCall(other, call, server) || mayCall(one, call, server)
      },
    ),
  )
})

test('C18 an owner includes every operator; no operator with less includes an owner', () => {
  fc.assert(
    fc.property(permissions, (one) => {
      expect(includesPermissions(ownerPermissions, one)).toBe(true)
      expect(includesPermissions(one, one)).toBe(true)
      const isOwner = one.serverIds === null && operatorAreas.every((area) => one.rights[area] === 'change')
      expect(includesPermissions(one, { rights: allRights, serverIds: null })).toBe(isOwner)
    }),
  )
})

test('C18 an API token permits what it and its owner have in common, and nothing about operators', () => {
  fc.assert(
    fc.property(permissions, fc.option(permissions), (token, owner) => {
      const limited = limitToOwner(token, owner)
      expect(includesPermissions(token, limited)).toBe(true)
      if (owner) expect(includesPermissions(owner, limited)).toBe(true)
      for (const area of operatorAreas)
        for (const level of accessLevels) {
          const inBoth =
            hasRight(token.rights, area, level) && (owner === null || hasRight(owner.rights, area, level))
          expect(hasRight(limited.rights, area, level)).toBe(inBoth && area !== 'operators')
        }
    }),
  )
})
