import { type Socket, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  type AddressPolicy,
  assertAllowedAddress,
  guardedLookup,
} from '../../../platform/network/outgoing-requests.ts'
import { PacketStream, type RconPacket, maxAnswerBytes, encodePacket, rconType } from './rcon-packets.ts'

export interface RconTarget {
  host: string
  port: number
  password: string
  /** RCON itself is not encrypted: the server's end of a TLS proxy, which its certificate names. */
  tls?: { ca: string; serverName?: string | undefined } | undefined
}

/** How long each step may take, ms. */
export interface RconDeadlines {
  connectMs: number
  authMs: number
  commandMs: number
}

export interface RconConnectionOptions extends RconDeadlines {
  /** Which addresses may be called; of a name only those are tried. */
  mayReach: AddressPolicy
}

/** The server could not be reached, closed the line, answered nonsense or took too long. */
export class RconFailed extends Error {
  override name = 'RconFailed'
}

/** The server does not take the password. Trying again would get the portal banned. */
export class RconAuthFailed extends Error {
  override name = 'RconAuthFailed'
}

const authId = 1

/** An authenticated line to one server, for one command at a time; any failure closes it. */
export class RconConnection {
  readonly #socket: Socket
  readonly #stream = new PacketStream()
  #onPacket: ((packet: RconPacket) => void) | undefined
  #reject: ((error: Error) => void) | undefined
  #nextId = 10
  /** Source 1 servers say so by an empty answer before the authentication's own; they also split long answers. */
  #isSource1 = false
  closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (cause) => this.#failWith(new RconFailed('the connection broke', { cause })))
    socket.on('close', () => this.#failWith(new RconFailed('the server closed the connection')))
  }

  /** Connects and authenticates; throws RconAuthFailed or RconFailed. */
  static async open(
    target: RconTarget,
    { mayReach, ...deadlines }: RconConnectionOptions,
  ): Promise<RconConnection> {
    const { host, port } = target
    assertAddress(host, mayReach)
    const address = { host, port, lookup: guardedLookup(mayReach) }
    const socket = target.tls
      ? connectTls({
          ...address,
          ca: target.tls.ca,
          ...(target.tls.serverName && { servername: target.tls.serverName }),
        })
      : connect(address)
    const connection = new RconConnection(socket)
    const connected = target.tls ? 'secureConnect' : 'connect'
    await connection.#runWithDeadline(deadlines.connectMs, (done) => socket.once(connected, () => done('')))
    await connection.#runWithDeadline(deadlines.authMs, (done) =>
      connection.#authenticate(target.password, done),
    )
    return connection
  }

  /** Runs a console line and returns its output. */
  run(line: string, withinMs: number): Promise<string> {
    const id = this.#nextId
    this.#nextId += 2
    return this.#runWithDeadline(withinMs, (done) => {
      this.#onPacket = this.#isSource1
        ? readUntilEcho(id, done, this.#failWith.bind(this))
        : readSinglePacket(id, done)
      this.#socket.write(encodePacket(id, rconType.command, line))
      if (this.#isSource1) this.#socket.write(encodePacket(id + 1, rconType.answer, ''))
    })
  }

  close(): void {
    this.#failWith(new RconFailed('the connection was closed'))
  }

  #authenticate(password: string, done: (text: string) => void): void {
    this.#onPacket = (packet) => {
      if (packet.type === rconType.answer) this.#isSource1 = true
      else if (packet.type === rconType.authAnswer && packet.id === authId) done('')
      else if (packet.type === rconType.authAnswer)
        this.#failWith(new RconAuthFailed('the server refused the password'))
    }
    this.#socket.write(encodePacket(authId, rconType.auth, password))
  }

  async #runWithDeadline(ms: number, start: (done: (text: string) => void) => void): Promise<string> {
    if (this.closed) throw new RconFailed('the connection was closed')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timer = setTimeout(() => this.#failWith(new RconFailed('the server took too long')), ms)
    this.#reject = reject
    start(resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#reject = undefined
      this.#onPacket = undefined
    }
  }

  #receive(chunk: Buffer): void {
    try {
      for (const packet of this.#stream.read(chunk)) this.#onPacket?.(packet)
    } catch {
      this.#failWith(new RconFailed('the server sent no RCON'))
    }
  }

  #failWith(error: Error): void {
    this.closed = true
    this.#reject?.(error)
    this.#socket.destroy()
  }
}

function assertAddress(host: string, mayReach: AddressPolicy): void {
  try {
    assertAllowedAddress(host, mayReach)
  } catch (cause) {
    throw new RconFailed('the address may not be called', { cause })
  }
}

/** CS2 answers a command with one packet of any length. */
function readSinglePacket(id: number, done: (text: string) => void): (packet: RconPacket) => void {
  return (packet) => {
    if (packet.type === rconType.answer && packet.id === id) done(packet.body.toString('utf8'))
  }
}

/** Source 1 splits; it echoes an empty answer packet sent behind the command, which marks the end. */
function readUntilEcho(
  id: number,
  done: (text: string) => void,
  fail: (error: Error) => void,
): (packet: RconPacket) => void {
  const parts: Buffer[] = []
  let bytes = 0
  return (packet) => {
    if (packet.type !== rconType.answer) return
    if (packet.id === id + 1) done(Buffer.concat(parts).toString('utf8'))
    if (packet.id !== id) return
    bytes += packet.body.length
    if (bytes > maxAnswerBytes) fail(new RconFailed('the answer is too long'))
    else parts.push(packet.body)
  }
}
