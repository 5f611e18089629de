import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Ports } from './free-port.ts'

let two: Ports[] = []
afterEach(() => {
  for (const ports of two) ports.close()
})

/** Two processes that begin at the same block. */
function alike(): [Ports, Ports] {
  const both: [Ports, Ports] = [new Ports(process.pid + 80), new Ports(process.pid + 80)]
  two = both
  return both
}

test('two processes that look in the same place are given different ports, each once', async () => {
  const [one, other] = alike()
  const turns = Array.from({ length: 60 }, () => [one.take(1), other.take(1), one.take(2)]).flat()
  const given = (await Promise.all(turns)).flat()
  expect(new Set(given).size).toBe(240)
})

test('ports of one request are consecutive and avoid those in use by TCP or UDP', async () => {
  const [one] = alike()
  const [near = 0] = await one.take(1)
  const server = createServer().listen(near + 3, '127.0.0.1')
  const socket = createSocket('udp4')
  socket.bind(near + 7, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(socket, 'listening')])
  const run = await one.take(40)
  expect(run).toEqual(Array.from({ length: 40 }, (_, at) => near + 8 + at))
  server.close()
  socket.close()
})
