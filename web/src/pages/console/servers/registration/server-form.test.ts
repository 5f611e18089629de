import { newServerSchema, serverChangeSchema } from '@clutch/contract/api/servers/operator-servers.ts'
import { expect, test } from 'vitest'
import {
  toServerBody,
  toServerChange,
  toServerFields,
  isAddressChanged,
  findInvalidFields,
} from './server-form.ts'

const good = { ...toServerFields(null), ip: ' cs.example.org ', name: 'A', region: 'ap-tokyo' }

test('J a form as it begins lacks address, name and region, and nothing else', () => {
  expect([...findInvalidFields(toServerFields(null))].toSorted()).toEqual(['ip', 'name', 'region'])
  expect([...findInvalidFields(good)]).toEqual([])
})

test.each([
  [{ ip: 'example.com:27015' }, 'ip'],
  [{ ip: '999.1.1.1' }, 'ip'],
  [{ port: '0' }, 'port'],
  [{ port: 'x' }, 'port'],
  [{ protocol: 'A B' }, 'protocol'],
  [{ name: '  ' }, 'name'],
  [{ region: 'a,b' }, 'region'],
  [{ players_max: '256' }, 'players_max'],
  [{ reserved: '4' }, 'reserved'],
  [{ min_humans: '2.5' }, 'min_humans'],
  [{ ontop: '-1' }, 'ontop'],
] as const)('J %j is reported at its field', (change, field) => {
  expect([...findInvalidFields({ ...good, ...change })]).toEqual([field])
})

test('J the portal accepts the request; it contains a password only if one was typed', () => {
  const body = toServerBody({ ...good, players_max: '', board: 'dm' })
  expect(newServerSchema.parse(body)).toMatchObject({ ip: 'cs.example.org', players_max: null, board: 'dm' })
  expect(body).not.toHaveProperty('rcon_password')
  expect(body).not.toHaveProperty('forgetRcon')
  expect(toServerBody({ ...good, rcon_password: 'x' })).toMatchObject({ rcon_password: 'x' })
  expect(serverChangeSchema.parse(toServerChange({ ...good, forgetRcon: true }))).toMatchObject({
    rcon_password: null,
  })
  expect(toServerChange({ ...good, forgetRcon: true, rcon_password: 'y' })).toMatchObject({
    rcon_password: 'y',
  })
})

test.each([
  [{}, false],
  [{ ip: ' CS.example.org' }, false],
  [{ name: 'B' }, false],
  [{ port: '27016' }, true],
  [{ ip: 'cs2.example.org' }, true],
])('J a server whose address is changed by %j is detected: %s', (change, moved) => {
  expect(isAddressChanged({ ...good, ...change }, { ip: 'cs.example.org', port: 27_015 })).toBe(moved)
})
