import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { findPort, udpAndTcpAreFree } from './ports.ts'
import type { SampleServer } from './sample-servers.ts'
import type { PlayedServer } from './seed.ts'

/** Simulated servers always play on this machine only. */
const ip = '127.0.0.1'

/**
 * Gives each sample a port, from `firstPort` on (0: any), that is free for queries and RCON, and a fresh RCON password.
 * A taken port is replaced by one beyond the samples' own, so that no sample moves to where another was registered.
 */
export async function placeServers(
  samples: readonly SampleServer[],
  firstPort: number,
): Promise<PlayedServer[]> {
  const own = samples.map((_sample, index) => (firstPort === 0 ? 0 : firstPort + index))
  const taken = new Set(own)
  const placed: PlayedServer[] = []
  for (const [index, sample] of samples.entries()) {
    const preferred = own[index] ?? 0
    taken.delete(preferred)
    const port = await findPort(ip, preferred, udpAndTcpAreFree, taken)
    taken.add(port).add(preferred)
    placed.push({ sample, ip, port, rconPassword: randomBytes(12).toString('base64url') })
  }
  return placed
}

/** Writes the list of servers that `gamesim/main.ts --config` plays; it holds passwords. */
export function writeGamesimConfig(file: string, played: readonly PlayedServer[]): void {
  const servers = played.map(({ sample, port, rconPassword }) => ({
    ...sample.simulated,
    name: sample.name,
    port,
    rconPassword,
  }))
  writeFileSync(file, JSON.stringify(servers), { mode: 0o600 })
}
