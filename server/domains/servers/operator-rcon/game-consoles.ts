import type { LivePlayer } from '@clutch/contract/api/servers/operator-moderation.ts'
import type { ModerationCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import {
  getModerationCommands,
  parseModerationPreset,
} from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { listPlayersByConsole } from '../players/online-players.service.ts'
import { RconClientPool } from '../rcon/rcon-client-pool.ts'
import { selectModeratedServers } from '../registry/registry.store.ts'
import type { ModerationTarget } from './moderation.service.ts'
import { RconCommands } from './rcon-commands.service.ts'

/** A registered server whose console the portal may use. */
export interface ModeratedServer {
  id: string
  name: string
  commands: ModerationCommands
  /** Since when it is online; null before it was ever seen. */
  onlineSince: Date | null
  /** How many people the poller last saw there. */
  humans: number
}

/** The servers with an RCON password, with their preset's commands or those of the portal's settings. */
export async function listModeratedServers(
  queries: Queries,
  settings: { moderationCommands: ModerationCommands },
): Promise<ModeratedServer[]> {
  const rows = await selectModeratedServers(queries)
  return rows.map(({ id, name, moderation_preset: preset, online_since: onlineSince, players, bots }) => ({
    id,
    name,
    commands: getModerationCommands(parseModerationPreset(preset), settings.moderationCommands),
    onlineSince,
    humans: Math.max(0, (players ?? 0) - (bots ?? 0)),
  }))
}

/** The consoles of registered servers for the portal's own work, in any process. Its commands are written down as those of `portal`. */
export class GameConsoles {
  readonly #clients: RconClientPool
  readonly #commands: RconCommands

  constructor(context: Pick<AppContext, 'database' | 'clock' | 'keys' | 'config'>) {
    this.#clients = new RconClientPool(context)
    this.#commands = new RconCommands(context, this.#clients)
  }

  /** Runs one line and writes it down; throws as `RconCommands.run`. */
  readonly run = (id: string, line: string): ReturnType<ModerationTarget['run']> =>
    this.#commands.run(id, line, 'portal')

  /** Who is on a server by its console; throws as `run`. */
  async listPlayers(id: string): Promise<LivePlayer[]> {
    return (await listPlayersByConsole((line) => this.#commands.ask(id, line))).players
  }

  close(): void {
    this.#clients.close()
  }
}
