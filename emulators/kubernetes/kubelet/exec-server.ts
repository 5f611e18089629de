import { once } from 'node:events'
import { type Server, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { issueCertificate } from '../../payments/paypal/certificates.ts'
import type { PodRunner } from './pod-runner.ts'

const execPath = /^\/exec\/([^/]+)\/([^/]+)\/([^/]+)$/
const protocol = 'v4.channel.k8s.io'

/** The port of a kubelet at which the API server runs commands in containers. */
export class ExecServer {
  #server: Server | null = null

  /** Returns its port. */
  async listen(findPod: (namespace: string, name: string) => PodRunner | undefined): Promise<number> {
    const { certificate, key } = await issueCertificate({ name: 'kubelet', hosts: ['127.0.0.1'] })
    const server = createServer({ cert: certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) })
    const sockets = new WebSocketServer({
      server,
      handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
    })
    sockets.on('connection', (socket, request) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'https://kubelet')
      const [, namespace = '', name = '', container = ''] = execPath.exec(pathname) ?? []
      serveExec(socket, findPod(namespace, name), container, searchParams)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    return (server.address() as AddressInfo).port
  }

  close(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }
}

function serveExec(
  socket: WebSocket,
  runner: PodRunner | undefined,
  container: string,
  query: URLSearchParams,
): void {
  const send = (channel: number, bytes: Buffer, done?: () => void) =>
    socket.send(Buffer.concat([Buffer.from([channel]), bytes]), done)
  const finish = (status: object) => send(3, Buffer.from(JSON.stringify(status)), () => socket.close())
  const child = runner?.exec(container, query.getAll('command'))
  if (!child) return finish({ status: 'Failure', message: `container not found ("${container}")` })
  for (const [stream, channel] of [
    [child.stdout, 1],
    [child.stderr, 2],
  ] as const)
    stream?.on('data', (bytes: Buffer) => {
      // What the client does not read yet is not read from the program either.
      stream.pause()
      send(channel, bytes, () => stream.resume())
    })
  if (query.get('input') === '1')
    socket.on('message', (data: Buffer) => {
      if (data[0] === 0) child.stdin?.write(data.subarray(1))
    })
  else child.stdin?.end()
  child.stdin?.on('error', () => undefined)
  child.on('error', ({ message }) => finish({ status: 'Failure', message }))
  child.on('close', (code) => {
    const message = `command terminated with exit code ${code}`
    finish(
      code === 0
        ? { metadata: {}, status: 'Success' }
        : { metadata: {}, status: 'Failure', reason: 'NonZeroExitCode', message },
    )
  })
  socket.on('close', () => child.kill('SIGKILL'))
}
