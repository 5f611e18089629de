import { type Socket, connect } from 'node:net'
import { once } from 'node:events'
import { serveWorker } from './worker.ts'

export interface Load {
  url: string
  path: string
  headers: Record<string, string>
  connections: number
  /** How many to wait for. */
  answers: number
}

export interface Loaded {
  perSecond: number
  answers: number
  /** Of the last answer. */
  status: string
}

interface Counted {
  answers: number
  status: string
  enough: number
  over: PromiseWithResolvers<void>
}

const held: Socket[] = []
const openedAtOnce = 50
const heldPerAddress = 20
let opened = 0

/** Asks for one thing over and over on kept connections; far cheaper than what it measures. */
serveWorker({
  async load({ url, path, headers, connections, answers }: Load): Promise<Loaded> {
    const { hostname, port, host } = new URL(url)
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const counted = { answers: 0, status: '', enough: answers, over: Promise.withResolvers<void>() }
    const started = performance.now()
    const sockets = Array.from({ length: connections }, () =>
      askForEver(connect(Number(port), hostname), request, counted),
    )
    await counted.over.promise
    const seconds = (performance.now() - started) / 1_000
    const perSecond = counted.answers / seconds
    for (const socket of sockets) socket.destroy()
    return { perSecond, answers: counted.answers, status: counted.status }
  },
  async hold({ url, path, connections }: Load): Promise<void> {
    for (let left = connections; left > 0; left -= openedAtOnce) {
      await Promise.all(Array.from({ length: Math.min(left, openedAtOnce) }, () => holdOne(url, path)))
    }
  },
  open: () => held.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
})

function askForEver(socket: Socket, request: Buffer, counted: Counted): Socket {
  let missing = 0
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.write(request))
  socket.on('data', (bytes) => {
    missing = missing > 0 ? missing - bytes.length : sizeOf(bytes, counted) - bytes.length
    if (missing > 0) return
    counted.answers += 1
    if (counted.answers >= counted.enough) counted.over.resolve()
    socket.write(request)
  })
  return socket
}

/** Bytes of the whole answer, by the head that a first chunk holds. */
function sizeOf(bytes: Buffer, counted: { status: string }): number {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end)
  counted.status = head.slice(9, 12)
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  return end + 4 + (counted.status === '304' ? 0 : Number(length))
}

/** Of 127.0.0.0/8: a portal gives one address no more streams than a household needs. */
function addressOf(index: number): string {
  const each = Math.floor(index / heldPerAddress)
  return `127.0.${1 + Math.floor(each / 250)}.${1 + (each % 250)}`
}

async function holdOne(url: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: addressOf(opened++) })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await once(socket, 'data')
  socket.on('data', () => undefined)
  held.push(socket)
}
