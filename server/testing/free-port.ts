import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Server, createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (32,768 and up), which would take one between the look and its use. */
const first = 10_240
const blocks = 160
const ofBlock = 100

/**
 * Blocks of ports that no other running process uses: the process that listens on the first port of a block
 * owns it while it runs. Each port is given out once.
 */
export class Ports {
  #block: number
  /** Ports of the present block that were not given out yet. */
  #left: number[] = []
  readonly #claims: Server[] = []
  #turn: Promise<unknown> = Promise.resolve()

  /** `seed` says which block is tried first: those of different ones look in different places. */
  constructor(seed: number) {
    this.#block = seed % blocks
  }

  /** Returns `count` consecutive ports, free now by TCP and UDP; 99 at most. */
  take(count: number): Promise<number[]> {
    const found = this.#turn.then(() => this.#find(count))
    this.#turn = found.catch(() => undefined)
    return found
  }

  /** Gives the blocks back. A process that ends has done so. */
  close(): void {
    for (const claim of this.#claims) claim.close()
  }

  async #find(count: number): Promise<number[]> {
    for (;;) {
      // Each look decides on the next one.
      /* oxlint-disable no-await-in-loop */
      if (this.#left.length < count) this.#left = await this.#claim()
      const run = this.#left.slice(0, count)
      const taken = (await Promise.all(run.map(isTaken))).lastIndexOf(true)
      /* oxlint-enable no-await-in-loop */
      this.#left = this.#left.slice(taken < 0 ? count : taken + 1)
      if (taken < 0) return run
    }
  }

  /** Returns the ports of the next unclaimed block, without the one that claims it. */
  async #claim(): Promise<number[]> {
    for (let tries = 0; tries < blocks; tries++) {
      const start = first + this.#block * ofBlock
      this.#block = (this.#block + 1) % blocks
      // The next port is tried only if this one is in use.
      // oxlint-disable-next-line no-await-in-loop
      const claim = await listen(start)
      if (!claim) continue
      this.#claims.push(claim.unref())
      return Array.from({ length: ofBlock - 1 }, (_, at) => start + 1 + at)
    }
    throw new Error('every block of ports is taken')
  }
}

const ownPorts = new Ports(process.pid)

/**
 * Returns a port that is free now, by TCP and UDP: the portal's address must be known before it listens,
 * since it appears in what the portal sends.
 */
export async function freePort(): Promise<number> {
  const [port = 0] = await ownPorts.take(1)
  return port
}

/** Returns `count` consecutive free ports; 99 at most. */
export function freePorts(count: number): Promise<number[]> {
  return ownPorts.take(count)
}

async function isTaken(port: number): Promise<boolean> {
  const server = await listen(port)
  if (!server) return true
  server.close()
  await once(server, 'close')
  return !(await isFreeByUdp(port))
}

/** Returns a server that listens on this port of every interface; null if the port is in use. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer()
  try {
    server.listen(port, '0.0.0.0')
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}

async function isFreeByUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind(port, '0.0.0.0')
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}
