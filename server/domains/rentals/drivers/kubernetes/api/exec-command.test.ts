import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { KubeConfig } from '@kubernetes/client-node'
import { issueCertificate } from '@clutch/emulators/payments/paypal/certificates.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { HostUnreachable } from '../../driver.ts'
import { ClusterClient } from './cluster-client.ts'
import { streamCommand } from './exec-command.ts'

const callMs = 8_000
const chunkBytes = 64 * 1024
const success = Buffer.from('\u0003{"metadata":{},"status":"Success"}')

/** Runs a command on an API server that answers as given. */
async function run(serve: (socket: WebSocket) => void): Promise<Readable> {
  const { certificate, key } = await issueCertificate({ name: 'kubelet', hosts: ['127.0.0.1'] })
  const server = createServer({ cert: certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) })
  new WebSocketServer({ server }).on('connection', serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    server.close()
    server.closeAllConnections()
  })
  const config = new KubeConfig()
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  config.loadFromClusterAndUser({ name: 'c', server: url, skipTLSVerify: true }, { name: 'c' })
  const source = { load: () => config, readRevision: () => '' }
  const client = new ClusterClient('c', source, 'games', { callMs, podMs: 1, pollMs: 1 })
  return streamCommand(client, { pod: 'agent', container: 'agent', command: ['cat'] })
}

const print = (socket: WebSocket) => socket.send(Buffer.alloc(chunkBytes + 1, 1))

test('G21 a reader that pauses for longer than a call may take gets everything', async () => {
  const stream = await run((socket) => {
    for (let sent = 0; sent < 8; sent += 1) print(socket)
    socket.send(success)
  })
  await vi.waitUntil(() => stream.readableLength > 0)
  vi.advanceTimersByTime(2 * callMs)
  expect(await buffer(stream)).toHaveLength(8 * chunkBytes)
})

test('R7 a command that prints nothing for as long as a call may take has failed, also after a pause of the reader', async () => {
  const stream = await run(print)
  await vi.waitUntil(() => stream.readableLength > 0)
  vi.advanceTimersByTime(2 * callMs)
  const read = buffer(stream).catch((error: unknown) => error)
  await vi.waitUntil(() => stream.readableLength === 0)
  vi.advanceTimersByTime(callMs)
  expect(await read).toBeInstanceOf(HostUnreachable)
})

test('R7 a status that is no JSON is a failed command, and no end of the worker', async () => {
  const stream = await run((socket) => socket.send(Buffer.from('\u0003<html>')))
  const read = await buffer(stream).catch((error: unknown) => error)
  expect(read).toBeInstanceOf(HostUnreachable)
})

test('G21 a connection that ends right after the status takes nothing from a slow reader', async () => {
  let closed: Promise<unknown> | undefined
  const stream = await run((socket) => {
    closed = once(socket, 'close')
    socket.send(Buffer.from('\u0001demo'))
    socket.send(success, () => socket.terminate())
  })
  await vi.waitUntil(() => stream.readableLength > 0)
  await closed
  for (let turns = 0; turns < 20; turns += 1) await turn()
  vi.advanceTimersByTime(2 * callMs)
  expect((await buffer(stream)).toString()).toBe('demo')
})
