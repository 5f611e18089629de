import { type GameServer, type Gamesim, type ServerConfig, startGamesim } from '@clutch/gamesim/index.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { Stack } from './stack.ts'

/** A game server of its own for the console, whose time runs so that its log is sent. */
export interface ConsoleGame {
  sim: Gamesim
  game: GameServer
}

export async function startGame(more: Partial<ServerConfig> = {}): Promise<ConsoleGame> {
  const settings = {
    name: '南京 #9 公共',
    maps: ['de_nuke', 'de_dust2'],
    rconPassword: 'right',
    rconFailures: 0,
    autoplay: false,
    names: 'visible' as const,
    logBatchMs: 50,
    ...more,
  }
  const sim = await startGamesim({ servers: [settings], seed: 'console', pace: 1 })
  const [game] = sim.servers
  if (game === undefined) throw new Error('no game server')
  return { sim, game }
}

/** The same, registered; `end` takes it back. */
export async function startRegisteredGame(
  stack: Stack,
  listed: object = {},
  settings: Partial<ServerConfig> = {},
): Promise<ConsoleGame & { id: string; end: () => Promise<void> }> {
  const made = await startGame(settings)
  const { id } = (await stack.callOperator('POST', '/api/operator/servers', {
    name: '南京 #9 公共',
    category: 'public',
    region: 'ap-nanjing',
    ip: made.game.host,
    port: made.game.port,
    rcon_password: 'right',
    ...listed,
  })) as RegisteredServer
  const end = async () => {
    await stack.callOperator('DELETE', `/api/operator/servers/${id}`).catch(() => undefined)
    await made.sim.close()
  }
  return { ...made, id, end }
}
