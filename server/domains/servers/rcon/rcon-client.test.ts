import { type AddressInfo, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type ServerConfig, startGamesim } from '@clutch/gamesim/index.ts'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import {
  RconClient,
  RconFailed,
  InvalidRconLine,
  RconAuthFailed,
  formatRconLine,
  formatPlainRconLine,
} from './rcon-client.ts'
import { encodePacket } from './rcon-packets.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function gameServer(settings: Partial<ServerConfig> = {}) {
  const servers = [{ rconPassword: 'right', autoplay: false, ...settings }]
  const sim = await startGamesim({ servers, seed: 'rcon' })
  opened.push(() => sim.close())
  const [server] = sim.servers
  if (!server) throw new Error('no server')
  return server
}

function client(port: number, password = 'right', options: ConstructorParameters<typeof RconClient>[1] = {}) {
  const made = new RconClient({ host: '127.0.0.1', port, password }, options)
  opened.push(() => made.close())
  return made
}

/** A TCP server that does as the test says. */
async function fake(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe.each(['cs2', 'source1'] as const)('RCON as %s speaks it', (rconMode) => {
  test('runs commands asked at once, one after the other, each with its own answer', async () => {
    const server = await gameServer({ rconMode, maps: ['de_nuke'] })
    const rcon = client(server.port)
    const answers = await Promise.all(
      ['one', 'two', 'three'].map(async (value) => {
        await rcon.run(formatRconLine('sv_password', value))
        return rcon.run('sv_password')
      }),
    )
    for (const answer of answers) expect(answer).toContain('sv_password')
    expect(await rcon.run(formatRconLine('status'))).toContain('de_nuke')
  })

  test('a long answer arrives whole', async () => {
    const server = await gameServer({ rconMode, maxPlayers: 250, crowd: 200 })
    const status = await client(server.port).run('status')
    expect(status.length).toBeGreaterThan(8_192)
    expect(status.trimEnd().endsWith('#end')).toBe(true)
  })

  test('a refused password is final: it is sent to the server once', async () => {
    const server = await gameServer({ rconMode, rconFailures: 2 })
    const wrong = client(server.port, 'wrong')
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(wrong.run('status')).rejects.toThrow(RconAuthFailed)
    await expect(client(server.port).run('status')).resolves.toContain('hostname')
  })

  test('a server that falls silent costs its deadline, and is asked again on a new line', async () => {
    const server = await gameServer({ rconMode })
    const rcon = client(server.port, 'right', { commandMs: 1_000, authMs: 1_000 })
    await rcon.run('status')
    server.faults.silent = true
    await expect(rcon.run('status')).rejects.toThrow(RconFailed)
    await expect(rcon.run('status')).rejects.toThrow(RconFailed)
    server.faults.silent = false
    await expect(rcon.run('status')).resolves.toContain('hostname')
  })
})

test('an unused connection is closed and opened again when it is needed', async () => {
  const closed: Promise<unknown>[] = []
  const port = await fake((socket) => {
    closed.push(once(socket, 'close'))
    socket.on('data', (bytes) => {
      const [id, type] = [bytes.readInt32LE(4), bytes.readInt32LE(8)]
      socket.write(encodePacket(id, type === 3 ? 2 : 0, `line ${closed.length}`))
    })
  })
  const rcon = client(port, 'right', { idleMs: 1 })
  await expect(rcon.run('status')).resolves.toBe('line 1')
  await closed[0]
  await expect(rcon.run('status')).resolves.toBe('line 2')
})

test('connection refused, a closed connection and a silent server all fail within their timeout', async () => {
  const closing = await fake((socket) => socket.destroy())
  const silent = await fake(() => undefined)
  const gone = await gameServer()
  await gone.crash()
  const impatient = { connectMs: 60, authMs: 60, commandMs: 60 }
  for (const port of [closing, silent, gone.port]) {
    await expect(client(port, 'right', impatient).run('status')).rejects.toThrow(RconFailed)
  }
})

test('an answer over 1 MB, or of impossible size, fails and closes the line', async () => {
  for (const size of [(1 << 20) + 11, -1, 0x7fffffff]) {
    const port = await fake((socket) => {
      socket.once('data', () => {
        socket.write(encodePacket(1, 2, ''))
        const head = Buffer.alloc(4)
        head.writeInt32LE(size, 0)
        socket.once('data', () => socket.write(Buffer.concat([head, Buffer.alloc(1_000)])))
      })
    })
    await expect(client(port).run('status')).rejects.toThrow(RconFailed)
  }
})

test('bytes of any kind from the server never break the client', async () => {
  let bytes: Uint8Array = new Uint8Array()
  const port = await fake((socket) => socket.end(bytes))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (sent) => {
      bytes = sent
      await expect(client(port, 'x', { authMs: 500 }).run('status')).rejects.toThrow(
        /refused|connection|RCON|long/,
      )
    }),
    { numRuns: propertyRuns(2_000) },
  )
}, 120_000)

test('a value that could become a second command is refused, without being repeated', () => {
  for (const value of ['a"b', 'a;b', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b']) {
    expect(() => formatRconLine('sv_password', value)).toThrow(InvalidRconLine)
    expect(() => formatRconLine('sv_password', value)).not.toThrow(value)
  }
  expect(() => formatRconLine('say; quit')).toThrow(InvalidRconLine)
  expect(() => formatRconLine('say', 'x'.repeat(5_000))).toThrow(InvalidRconLine)
  expect(formatRconLine('sv_password', '练习 服')).toBe('sv_password "练习 服"')
})

test('a line without quotes is refused what would end it, or hide its end', () => {
  for (const value of ['a"b', 'a;b', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a // b'])
    expect(() => formatPlainRconLine('css_psay', '#1', value)).toThrow(InvalidRconLine)
  expect(formatPlainRconLine('css_psay', '#1', '你好 there')).toBe('css_psay #1 你好 there')
})
