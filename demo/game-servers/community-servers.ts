import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPort, isUdpAndTcpFree } from '../free-ports.ts'
import type { SampleServer } from '../samples/sample-servers.ts'

/** Where a sample server plays now. */
export interface PlacedServer {
  sample: SampleServer
  ip: string
  port: number
  rconPassword: string
  /** The server's own folder, where its cfg is. */
  folder: string
}

/** Simulated servers always play on this machine only. */
const serverIp = '127.0.0.1'

/**
 * Gives each sample a port, from `firstPort` on (0: any), that is free for queries and RCON, a fresh RCON password and a
 * folder in `home`. A taken port is replaced by one beyond the samples' own, so that no sample moves to where another was
 * registered.
 */
export async function placeServers(
  samples: readonly SampleServer[],
  firstPort: number,
  home: string,
): Promise<PlacedServer[]> {
  const own = samples.map((_sample, index) => (firstPort === 0 ? 0 : firstPort + index))
  const taken = new Set(own)
  const placed: PlacedServer[] = []
  for (const [index, sample] of samples.entries()) {
    const preferred = own[index] ?? 0
    taken.delete(preferred)
    const port = await findPort(serverIp, preferred, isUdpAndTcpFree, taken)
    taken.add(port).add(preferred)
    const rconPassword = randomBytes(12).toString('base64url')
    placed.push({ sample, ip: serverIp, port, rconPassword, folder: join(home, String(index + 1)) })
  }
  return placed
}

/** Writes the list of servers that `gamesim/main.ts --config` plays; it holds passwords. They start with no cfg of an earlier run. */
export function writeGamesimConfig(file: string, played: readonly PlacedServer[]): void {
  const servers = played.map(({ sample, port, rconPassword, folder }) => ({
    ...sample.simulated,
    name: sample.name,
    port,
    rconPassword,
    dataDir: folder,
  }))
  for (const { folder } of played) rmSync(serverCfgPath(folder), { force: true })
  writeFileSync(file, JSON.stringify(servers), { mode: 0o600 })
}

/** Writes the cfg that a server runs at every start; it holds its secret. */
export function writeServerCfg(folder: string, lines: readonly string[]): void {
  const file = serverCfgPath(folder)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

function serverCfgPath(folder: string): string {
  return join(folder, 'cfg', 'server.cfg')
}
