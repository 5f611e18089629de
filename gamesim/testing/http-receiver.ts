import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** An HTTP server that records every POST and answers as scripted; null: never. */
export class HttpReceiver {
  readonly received: ReceivedPost[] = []
  /** Status of the answer to the n-th request (from 0). */
  statusFor: (n: number) => number | null = () => 200
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<HttpReceiver> {
    const server = createServer()
    const receiver = new HttpReceiver(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const status = receiver.statusFor(receiver.received.length)
        receiver.received.push({
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks),
        })
        if (status !== null) response.writeHead(status).end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return receiver
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** The lines of all requests, in their order. */
  get lines(): string[] {
    return this.received
      .flatMap(({ body }) => body.toString('utf8').split('\n'))
      .filter((line) => line !== '')
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** Begin and end offset of a batch. */
export function readOffsets({ headers }: ReceivedPost): [number, number] {
  return [Number(headers['x-logbytes-beginoffset']), Number(headers['x-logbytes-endoffset'])]
}

/**
 * The lines of batches that came in any order, some of them twice or longer the second time: each line once. Every map
 * begins at offset 0 again, so the time of the first line orders them first.
 */
export function uniqueLines(received: readonly ReceivedPost[]): string[] {
  const batches = received.map((batch) => {
    const [begin, end] = readOffsets(batch)
    return { begin, end, body: batch.body, first: batch.body.toString('utf8').split('\n', 1)[0] ?? '' }
  })
  const inOrder = batches.toSorted(
    (a, b) => a.first.slice(0, 25).localeCompare(b.first.slice(0, 25)) || a.begin - b.begin,
  )
  let [log, head] = ['', 0]
  const parts: Buffer[] = []
  for (const { begin, end, body, first } of inOrder) {
    if (begin === 0 && first !== log) [log, head] = [first, 0]
    if (end > head) parts.push(body.subarray(Math.max(0, head - begin)))
    head = Math.max(head, end)
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}
