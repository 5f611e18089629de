import { once } from 'node:events'
import { type Server, type Socket, createServer } from 'node:net'
import type { Faults } from '../server/faults.ts'
import type { AddressBans } from './address-bans.ts'
import type { RconDialect } from './rcon-dialects.ts'
import { type RconPacket, RconReader, rconPacketType } from './rcon-packets.ts'

/** What the RCON half of a game port needs of its server. */
export interface RconHost {
  /** As it is now. */
  password(): string
  dialect: RconDialect
  bans: AddressBans
  faults: Faults
  /** Whether it answers nothing now, because a map is loaded. */
  isSilent(): boolean
  /** Runs a console line sent from `from` (`address:port`) and returns its output. */
  run(line: string, from: string): string
}

/** The TCP half of a game port. */
export class RconListener {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, host: RconHost) {
    this.#server = server
    server.on('error', () => undefined)
    server.on('connection', (socket) => this.#acceptConnection(socket, host))
  }

  /** Rejects with EADDRINUSE when the port is taken. */
  static async open(at: { host: string; port: number }, host: RconHost): Promise<RconListener> {
    const server = createServer()
    server.listen(at.port, at.host)
    await once(server, 'listening')
    return new RconListener(server, host)
  }

  /** Drops every connection and frees the port. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }

  #acceptConnection(socket: Socket, host: RconHost): void {
    const address = socket.remoteAddress ?? ''
    if (host.bans.isBanned(address)) {
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    serveConnection(socket, address, host)
  }
}

function serveConnection(socket: Socket, address: string, host: RconHost): void {
  const reader = new RconReader()
  const from = `${address}:${socket.remotePort ?? 0}`
  let trusted = false
  socket.on('data', (chunk) => {
    for (const packet of readPackets(reader, chunk, socket)) {
      if (host.faults.silent || host.isSilent()) continue
      if (packet.type === rconPacketType.auth) trusted = authenticate(socket, packet, address, host)
      else if (trusted) runCommandPacket(socket, packet, from, host)
      else socket.destroy()
    }
  })
}

function readPackets(reader: RconReader, chunk: Buffer, socket: Socket): RconPacket[] {
  try {
    return reader.read(chunk)
  } catch {
    socket.destroy()
    return []
  }
}

function authenticate(socket: Socket, packet: RconPacket, address: string, host: RconHost): boolean {
  const password = host.password()
  const accepted = password !== '' && packet.body === password
  for (const frame of host.dialect.encodeAuthResponse(packet.id, accepted)) socket.write(frame)
  if (accepted) {
    host.bans.recordSuccess(address)
    return true
  }
  host.bans.recordFailure(address)
  if (host.bans.isBanned(address)) socket.end()
  return false
}

function runCommandPacket(socket: Socket, packet: RconPacket, from: string, host: RconHost): void {
  if (packet.type === rconPacketType.answer) {
    for (const frame of host.dialect.encodeTerminator(packet.id)) socket.write(frame)
    return
  }
  if (packet.type !== rconPacketType.command) return
  const output = host.run(packet.body, from)
  // A command that loads a map is not answered.
  if (host.isSilent()) return
  const answer = () => {
    for (const frame of host.dialect.encodeCommandResponse(packet.id, output)) socket.write(frame)
  }
  if (host.faults.rconDelayMs === 0) answer()
  else setTimeout(answer, host.faults.rconDelayMs).unref()
}
