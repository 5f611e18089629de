import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeServers } from './game-servers/community-servers.ts'
import { acquireLock } from './demo-lock.ts'
import { readDemoConfig } from './demo-config.ts'
import { findPort, hasLostPort, isTcpFree, isUdpAndTcpFree } from './free-ports.ts'
import { sampleServers } from './samples/sample-servers.ts'
import { formatTable } from './text-table.ts'

test('a taken port gives way to the next free one', async () => {
  const busy = new Set([8080, 8081])
  const isFree = (_host: string, port: number) => Promise.resolve(!busy.has(port))
  expect(await findPort('127.0.0.1', 8079, isFree)).toBe(8079)
  expect(await findPort('127.0.0.1', 8080, isFree)).toBe(8082)
  expect(await findPort('127.0.0.1', 8080, isFree, new Set([8082]))).toBe(8083)
})

test('a port in use is not free', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await isTcpFree('127.0.0.1', port)).toBe(false)
  expect(await isUdpAndTcpFree('127.0.0.1', port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isTcpFree('127.0.0.1', port)).toBe(true)
})

test('every sample server gets a port, a password and a folder of its own', async () => {
  const placed = await placeServers(sampleServers, 0, '/home')
  expect(new Set(placed.map(({ folder }) => folder)).size).toBe(sampleServers.length)
  expect(new Set(placed.map(({ port }) => port)).size).toBe(sampleServers.length)
  expect(new Set(placed.map(({ rconPassword }) => rconPassword)).size).toBe(sampleServers.length)
})

test('a lock whose process is gone, or is another program, is taken over', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'clutch-lock-')), 'demo.lock')
  for (const pid of [4_194_303, process.ppid, 'nonsense']) {
    writeFileSync(file, String(pid))
    const unlock = acquireLock(file)
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid))
    unlock()
    expect(() => readFileSync(file)).toThrow('ENOENT')
  }
})

test('the demo listens beyond this machine only when configured to', () => {
  expect(readDemoConfig({ CLUTCH_HOST: '127.0.0.2' }).host).toBe('127.0.0.2')
  expect(readDemoConfig({ CLUTCH_HOST: '::1' }).host).toBe('::1')
  expect(() => readDemoConfig({ CLUTCH_HOST: '192.168.1.5' })).toThrow('CLUTCH_ALLOW_OPEN_DEMO=1')
  expect(readDemoConfig({ CLUTCH_HOST: '192.168.1.5', CLUTCH_ALLOW_OPEN_DEMO: '1' }).host).toBe('192.168.1.5')
})

test('the table aligns Chinese names, which take two columns a character', () => {
  const lines = formatTable([
    { name: '上海', address: 'a', emulates: 'x' },
    { name: 'Portal!!', address: 'b', emulates: '' },
  ]).split('\n')
  expect(lines[2]).toBe('  上海       a         x')
  expect(lines[3]).toBe('  Portal!!   b')
})

test('K a port that another program took between choosing and listening is noticed, once', async () => {
  await hasLostPort()
  const port = await findPort('127.0.0.1', 0, isTcpFree)
  expect(await hasLostPort()).toBe(false)
  const again = await findPort('127.0.0.1', port, isTcpFree)
  const other = createServer().listen(again, '127.0.0.1')
  await once(other, 'listening')
  expect(await hasLostPort()).toBe(true)
  expect(await hasLostPort()).toBe(false)
  other.close()
})
