import { type Socket, connect } from 'node:net'
import { once } from 'node:events'
import { serveTasks } from '../harness/child-program.ts'

interface HoldOptions {
  url: string
  path: string
  connections: number
}

interface LoadOptions extends HoldOptions {
  headers: Record<string, string>
  /** How many to wait for. */
  responses: number
}

interface LoadResult {
  perSecond: number
  responses: number
  /** Of the last answer. */
  status: string
}

interface ResponseCount {
  answers: number
  status: string
  enough: number
  over: PromiseWithResolvers<void>
}

const heldSockets: Socket[] = []
const openBatchSize = 50
const heldPerAddress = 20
let openedStreams = 0

/** Repeats one request on persistent connections; far cheaper than what it measures. */
export const servedTasks = serveTasks({
  async load({ url, path, headers, connections, responses }: LoadOptions): Promise<LoadResult> {
    const { hostname, port, host } = new URL(url)
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const counted = { answers: 0, status: '', enough: responses, over: Promise.withResolvers<void>() }
    const started = performance.now()
    const sockets = Array.from({ length: connections }, () =>
      requestContinuously(connect(Number(port), hostname), request, counted),
    )
    await counted.over.promise
    const seconds = (performance.now() - started) / 1_000
    const perSecond = counted.answers / seconds
    for (const socket of sockets) socket.destroy()
    return { perSecond, responses: counted.answers, status: counted.status }
  },
  async hold({ url, path, connections }: HoldOptions): Promise<void> {
    for (let left = connections; left > 0; left -= openBatchSize) {
      await Promise.all(Array.from({ length: Math.min(left, openBatchSize) }, () => holdStream(url, path)))
    }
  },
  open: () => heldSockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
})

function requestContinuously(socket: Socket, request: Buffer, counted: ResponseCount): Socket {
  let missing = 0
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.write(request))
  socket.on('data', (bytes) => {
    missing = missing > 0 ? missing - bytes.length : responseSize(bytes, counted) - bytes.length
    if (missing > 0) return
    counted.answers += 1
    if (counted.answers >= counted.enough) counted.over.resolve()
    socket.write(request)
  })
  return socket
}

/** Bytes of the whole answer, by the head that a first chunk holds. */
function responseSize(bytes: Buffer, counted: { status: string }): number {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end)
  counted.status = head.slice(9, 12)
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  return end + 4 + (counted.status === '304' ? 0 : Number(length))
}

/** Of 127.0.0.0/8: a portal gives one address no more streams than a household needs. */
function loopbackAddress(index: number): string {
  const each = Math.floor(index / heldPerAddress)
  return `127.0.${1 + Math.floor(each / 250)}.${1 + (each % 250)}`
}

async function holdStream(url: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({
    port: Number(port),
    host: hostname,
    localAddress: loopbackAddress(openedStreams++),
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await once(socket, 'data')
  socket.on('data', () => undefined)
  heldSockets.push(socket)
}
