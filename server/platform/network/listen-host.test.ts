import { pino } from 'pino'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { startMetricsServer } from '../observability/metrics/metrics-server.ts'
import { findListenHost } from './listen-host.ts'

test('K `::` is every address of IPv4 on a machine without IPv6; others stay as they are', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ipv4 = own.filter(({ family }) => family === 'IPv4')
  const [loopback] = ipv4
  if (!loopback) throw new Error('no interface has IPv4')
  const ipv6 = { ...loopback, address: '::1', family: 'IPv6' as const, scopeid: 0 }
  expect(findListenHost('::', { lo: [loopback] })).toBe('0.0.0.0')
  expect(findListenHost('::', {})).toBe('0.0.0.0')
  expect(findListenHost('::', { lo: [loopback, ipv6] })).toBe('::')
  expect(findListenHost('127.0.0.1', { lo: [loopback, ipv6] })).toBe('127.0.0.1')
})

test('K what listens on `::` is reached by IPv4, too', async () => {
  const read = () => Promise.resolve({ type: 'text/plain', body: 'metrics' })
  const options = { host: '::', port: 0, token: undefined }
  const { url, stop } = await startMetricsServer(options, read, pino({ level: 'silent' }))
  const answer = await fetch(`http://127.0.0.1:${new URL(url).port}/metrics`)
  expect(await answer.text()).toBe('metrics')
  await stop()
})
