import { type RemoteInfo, type Socket, createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** A game port: a canonical IP address (no host name) and a port. */
export interface UdpAddress {
  address: string
  port: number
}

/** The default of Linux holds 190 small datagrams; the kernel grants what its own limit allows. */
const receiveBufferBytes = 4 << 20

/** One UDP socket for each IP family, opened at its first use. Errors of the network are silence, not exceptions. */
export class UdpSocket {
  readonly #receive: (datagram: Buffer, from: RemoteInfo) => void
  readonly #sockets = new Map<'udp4' | 'udp6', Socket>()

  constructor(receive: (datagram: Buffer, from: RemoteInfo) => void) {
    this.#receive = receive
  }

  send(datagram: Buffer, to: UdpAddress): void {
    const family = isIPv6(to.address) ? 'udp6' : 'udp4'
    const socket = this.#sockets.get(family) ?? this.#open(family)
    socket.send(datagram, to.port, to.address)
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.close()
    this.#sockets.clear()
  }

  #open(family: 'udp4' | 'udp6'): Socket {
    const socket = createSocket({
      type: family,
      // Only addresses come here; the default would still walk through the resolver for each datagram.
      lookup: (host, _options, done) => done(null, host, family === 'udp4' ? 4 : 6),
    })
    socket.on('error', () => undefined)
    socket.on('message', this.#receive)
    socket.bind(0, () => {
      try {
        socket.setRecvBufferSize(receiveBufferBytes)
      } catch {
        // The kernel's own size stays; pacing keeps the bursts small.
      }
    })
    this.#sockets.set(family, socket)
    return socket
  }
}
