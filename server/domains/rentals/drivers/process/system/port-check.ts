import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { PortInUse } from '../../driver.ts'

/** Throws PortInUse if a program uses the port, UDP or TCP. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const server = createServer()
  try {
    const bound = once(socket, 'listening')
    socket.bind({ address: host, port, exclusive: true })
    await bound
    const listening = once(server, 'listening')
    server.listen({ host, port, exclusive: true })
    await listening
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortInUse(`${host}:${port} is taken`)
    throw error
  } finally {
    if (server.listening) server.close()
    await closeSocket(socket)
  }
}

async function closeSocket(socket: ReturnType<typeof createSocket>): Promise<void> {
  const end = once(socket, 'close')
  socket.close()
  await end
}
