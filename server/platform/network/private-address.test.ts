import { expect, test } from 'vitest'
import {
  AddressBlocked,
  allowAnyAddress,
  assertAllowedAddress,
  guardedLookup,
  isAddressBlocked,
  createAddressPolicy,
} from './outgoing-requests.ts'
import { isPrivateAddress } from './private-address.ts'

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.1.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.7',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::FFFF:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '0x7f000001',
  '',
])('J %s is no public address', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2001:4860:4860::8888',
  '2400:3200::1',
])('J %s is a public address', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test('J private addresses are called only where the settings say so', () => {
  expect(createAddressPolicy({ allowPrivate: true })).toBe(allowAnyAddress)
  const may = createAddressPolicy({ allowPrivate: false })
  expect([may('127.0.0.1'), may('8.8.8.8')]).toEqual([false, true])
  expect(() => assertAllowedAddress('[::1]', may)).toThrow(AddressBlocked)
  expect(() => assertAllowedAddress('8.8.8.8', may)).not.toThrow()
  // A name is checked when it is resolved.
  expect(() => assertAllowedAddress('localhost', may)).not.toThrow()
})

test('J a name of private addresses resolves to nothing', async () => {
  const resolve = (allowPrivate: boolean) =>
    new Promise((done) => {
      guardedLookup(createAddressPolicy({ allowPrivate }))('localhost', { all: true }, (error, found) =>
        done(error ?? found),
      )
    })
  const refused = await resolve(false)
  expect(refused).toBeInstanceOf(AddressBlocked)
  expect(isAddressBlocked(new Error('outer', { cause: refused }))).toBe(true)
  expect(await resolve(true)).toContainEqual({ address: '127.0.0.1', family: 4 })
})
