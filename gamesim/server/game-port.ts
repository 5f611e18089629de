import { randomInt } from 'node:crypto'
import { A2sSocket } from '../a2s/a2s-socket.ts'
import type { A2sResponder } from '../a2s/a2s-responder.ts'
import type { Faults } from './faults.ts'
import type { Random } from '../random.ts'
import { type RconHost, RconListener } from '../rcon/rcon-listener.ts'

export interface GamePortOptions {
  host: string
  port: number
  a2s: A2sResponder
  /** Null: RCON does not listen. */
  rcon: RconHost | null
  faults: Faults
  random: Random
  isSilent: () => boolean
}

const maxAttempts = 20
/**
 * Where port 0 looks: below the numbers that systems give to outgoing connections (32,768 and up), which would take that of a
 * server while it is down, and above those of `server/testing/free-port.ts`.
 */
const firstPort = 28_000
const portCount = 4_700
/** One number after the other, in each process from somewhere else: none is given again soon, whose server may only be down. */
let lastOffset = randomInt(portCount)

/** A game port: A2S by UDP and RCON by TCP on the same number. */
export class GamePort {
  readonly port: number
  readonly #udp: A2sSocket
  readonly #tcp: RconListener | null

  private constructor(udp: A2sSocket, tcp: RconListener | null) {
    this.port = udp.port
    this.#udp = udp
    this.#tcp = tcp
  }

  /** Port 0 finds a number free in both protocols; rejects with EADDRINUSE when a given one is taken. */
  static async open(options: GamePortOptions): Promise<GamePort> {
    if (options.port !== 0) return GamePort.#openAt(options.port, options)
    for (let left = maxAttempts; ; left--) {
      lastOffset = (lastOffset + 1) % portCount
      try {
        return await GamePort.#openAt(firstPort + lastOffset, options)
      } catch (error) {
        if (left <= 1) throw error
        // The next ones may belong to the same program.
        lastOffset = randomInt(portCount)
      }
    }
  }

  static async #openAt(port: number, options: GamePortOptions): Promise<GamePort> {
    const { host, a2s, faults, random, isSilent, rcon } = options
    const udp = await A2sSocket.open({ host, port }, a2s, faults, random, isSilent)
    try {
      return new GamePort(udp, rcon === null ? null : await RconListener.open({ host, port }, rcon))
    } catch (error) {
      await udp.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#udp.close(), this.#tcp?.close()])
  }
}
