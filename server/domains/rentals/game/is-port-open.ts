import { connect } from 'node:net'
import type { GameAddress } from './game.ts'

/** Whoever does not refuse in that time may be slow, and is asked properly. */
const connectTimeoutMs = 500

/** False where the machine says that nobody listens on the port (TCP); true where somebody does, or nothing is said. */
export async function isPortOpen(target: GameAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(target)
  socket.setTimeout(connectTimeoutMs, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}
