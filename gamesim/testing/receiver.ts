import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** An HTTP server that keeps every POST and answers what it is told; null: never. */
export class Receiver {
  readonly received: Received[] = []
  /** Status of the answer to the n-th request (from 0). */
  answers: (n: number) => number | null = () => 200
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const status = receiver.answers(receiver.received.length)
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
export function offsets({ headers }: Received): [number, number] {
  return [Number(headers['x-logbytes-beginoffset']), Number(headers['x-logbytes-endoffset'])]
}
