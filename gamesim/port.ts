import { A2sSocket } from './a2s/socket.ts'
import type { A2s } from './a2s/answer.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'
import { RconListener } from './rcon/listener.ts'
import type { RconHost } from './rcon/listener.ts'

export interface GamePortOptions {
  host: string
  port: number
  a2s: A2s
  /** Null: RCON does not listen. */
  rcon: RconHost | null
  faults: Faults
  random: Random
  isSilent: () => boolean
}

const tries = 20

/** A game port: A2S by UDP and RCON by TCP on the same number. */
export class GamePort {
  readonly number: number
  readonly #udp: A2sSocket
  readonly #tcp: RconListener | null

  private constructor(udp: A2sSocket, tcp: RconListener | null) {
    this.number = udp.port
    this.#udp = udp
    this.#tcp = tcp
  }

  /** Port 0 finds a number free in both protocols; rejects with EADDRINUSE when a given one is taken. */
  static async open(options: GamePortOptions): Promise<GamePort> {
    for (let left = tries; ; left--) {
      const { a2s, faults, random, isSilent, rcon } = options
      const udp = await A2sSocket.open(options, a2s, faults, random, isSilent)
      try {
        const at = { host: options.host, port: udp.port }
        return new GamePort(udp, rcon === null ? null : await RconListener.open(at, rcon))
      } catch (error) {
        await udp.close()
        if (options.port !== 0 || left <= 1) throw error
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#udp.close(), this.#tcp?.close()])
  }
}
