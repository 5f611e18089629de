import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

const maxAttempts = 200

/** Whether a port of this address can be listened on now. */
export type PortTest = (host: string, port: number) => Promise<boolean>

interface FoundPort {
  host: string
  port: number
  isFree: PortTest
}

/** Ports found since the last start: until the program listens there, another one may take them. */
let foundPorts: FoundPort[] = []

/** Whether another program took one of the found ports meanwhile; to be asked once nothing of ours listens. Forgets them. */
export async function hasLostPort(): Promise<boolean> {
  const chosen = foundPorts
  foundPorts = []
  for (const { host, port, isFree } of chosen) if (!(await isFree(host, port))) return true
  return false
}

/** The first of `preferred`, `preferred + 1` … that is free and not in `taken`; 0 asks the system for any. */
export async function findPort(
  host: string,
  preferred: number,
  isFree: PortTest,
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = preferred === 0 ? await systemPort(host) : preferred + attempt
    if (taken.has(port) || !(await isFree(host, port))) continue
    foundPorts.push({ host, port, isFree })
    return port
  }
  throw new Error(`no free port from ${preferred} on`)
}

/** Free for the page and its API. */
export const isTcpFree: PortTest = async (host, port) => (await probeTcp(host, port)) !== null

/** Free for a game server, which answers queries over UDP and RCON over TCP. */
export const isUdpAndTcpFree: PortTest = async (host, port) =>
  (await isUdpFree(host, port)) && (await isTcpFree(host, port))

async function systemPort(host: string): Promise<number> {
  const port = await probeTcp(host, 0)
  if (port === null) throw new Error(`cannot listen on ${host}`)
  return port
}

/** The port that was listened on for a moment, or null. */
function probeTcp(host: string, port: number): Promise<number | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}

function isUdpFree(host: string, port: number): Promise<boolean> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(true)))
  })
}
