import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { streamsPerAddress, networkLimitFactor } from '@clutch/contract/limits.ts'
import { AddressSlots } from './address-slots.ts'

const open = (places: AddressSlots, ip: string, destroyed = false) => {
  const raw = Object.assign(new EventEmitter(), { destroyed })
  places.take({ ip } as FastifyRequest, { raw } as unknown as FastifyReply)
  return raw
}
const full = expect.objectContaining({ code: 'stream.address_full', status: 429 }) as Error

test('C20 the hosts of one IPv6 network share its streams, and a /48 has twenty times as many', () => {
  const places = new AddressSlots(streamsPerAddress, 'stream.address_full')
  const fill = (network: string) =>
    Array.from({ length: streamsPerAddress }, (_, host) => open(places, `${network}::${host + 1}`))
  const [first] = fill('2001:db8:1:0')
  expect(() => open(places, '2001:db8:1:0:ffff::1')).toThrow(full)
  for (let network = 1; network < networkLimitFactor; network += 1) fill(`2001:db8:1:${network}`)
  expect(() => open(places, '2001:db8:1:bbbb::1')).toThrow(full)
  expect(() => open(places, '2001:db8:2:1::1')).not.toThrow()
  first?.emit('close')
  expect(() => open(places, '2001:db8:1:bbbb::1')).not.toThrow()
})

test('C20 a connection that has ended already takes no place', () => {
  const places = new AddressSlots(streamsPerAddress, 'stream.address_full')
  for (let count = 0; count <= streamsPerAddress; count += 1) open(places, '192.0.2.1', true)
  expect(() => open(places, '192.0.2.1')).not.toThrow()
})
