import { expect, test } from 'vitest'
import { readArrival } from './arrival.ts'

test('C3 the ticket is taken out of the address, and what else stands there stays', () => {
  expect(readArrival('https://portal.example/auth/steam/callback?token=abc&from=qq')).toEqual({
    arrival: { path: '/auth/steam/callback', token: 'abc', email: null, error: null },
    cleaned: '/auth/steam/callback?from=qq',
  })
})

test('A8 the reset’s token and address are taken, also behind a #', () => {
  const arrival = { path: '/reset-password', token: 't', email: 'kite@example.com', error: null }
  const cleaned = '/reset-password'
  for (const mark of ['?', '#'])
    expect(
      readArrival(`https://portal.example/reset-password${mark}token=t&email=kite%40example.com`),
    ).toEqual({ arrival, cleaned })
})

test('other addresses are left alone', () => {
  for (const path of ['/', '/servers?token=abc', '/auth/steam/callbacks?token=abc'])
    expect(readArrival(`https://portal.example${path}`)).toBeNull()
})
