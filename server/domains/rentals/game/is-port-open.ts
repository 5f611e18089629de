import { connect } from 'node:net'
import type { GameAddress } from './game.ts'

/** A server that does not refuse in that time may be slow, and is queried properly. */
const connectTimeoutMs = 500

/** False if the connection is refused (TCP); true if it is accepted or unanswered. */
export async function isPortOpen(target: GameAddress): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { host, port } = target
  const socket = connect({ host, port })
  socket.setTimeout(connectTimeoutMs, () => resolve(true))
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}
