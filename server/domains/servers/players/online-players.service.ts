import type { LivePlayer, LivePlayers } from '@clutch/contract/api/servers/operator-moderation.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { RconCommands } from '../operator-rcon/rcon-commands.service.ts'
import type { NameSource } from './player-lookup.ts'
import type { ServerTarget } from '../list/live-list.ts'
import type { QueriedPlayer, QueryDriver } from '../query/query-driver.ts'
import { type StatusJson, parseCssPlayers, parseStatusJson } from '../rcon/players-output.ts'
import { parseStatus } from '../rcon/status-output.ts'
import { findServer } from '../registry/registry.store.ts'
import { QueryFailed } from '../query/query-failed.ts'

interface Dependencies {
  context: Pick<AppContext, 'database' | 'clock'>
  room: RconCommands
  query: QueryDriver
  /** Those that know SteamIDs: the roster of the server's log. */
  sources: readonly NameSource[]
}

/** Who is on a server, as an operator sees them: by its console, else its query port, and its log. */
export class OnlinePlayers {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `server.not_registered`, or `server.unreachable` if no source answers. */
  async list(id: string): Promise<LivePlayers> {
    const server = await this.#getServer(id)
    const at = this.#dependencies.context.clock.now().getTime()
    const known = await this.#findKnownPlayers(server)
    const byRcon = server.sealedRcon === null ? null : await this.#orNull(() => this.byConsole(id))
    if (byRcon) return { ...byRcon, players: addSteamIds(byRcon.players, known ?? []), source: 'console', at }
    const byQuery = await this.#listByQuery(server)
    if (byQuery) return { players: addSteamIds(byQuery, known ?? []), source: 'query', machine: null, at }
    if (known) return { players: known.map(toLivePlayer), source: 'log', machine: null, at }
    throw new PortalError('server.unreachable', 'Neither RCON nor query port nor log report the players')
  }

  /** Uses RCON alone, which reports every player's number; throws as `RconCommands.run` does. */
  async byConsole(id: string): Promise<Pick<LivePlayers, 'players' | 'machine'>> {
    return listPlayersByConsole((line) => this.#dependencies.room.ask(id, line))
  }

  async #getServer(id: string): Promise<ServerTarget> {
    const row = await findServer(this.#dependencies.context.database, id)
    if (!row) throw new PortalError('server.not_registered', 'There is no such server')
    const { ip, port, protocol, rcon_password: sealedRcon } = row
    return { id, ip, port, protocol, sealedRcon }
  }

  async #findKnownPlayers(server: ServerTarget): Promise<QueriedPlayer[] | null> {
    for (const source of this.#dependencies.sources) {
      const found = await source(server)
      if (found) return found
    }
    return null
  }

  async #listByQuery(server: ServerTarget): Promise<LivePlayer[] | null> {
    try {
      const { list = [] } = await this.#dependencies.query.ask(server, { list: true })
      return list.map(toLivePlayer)
    } catch (error) {
      if (error instanceof QueryFailed) return null
      throw error
    }
  }

  async #orNull<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof PortalError) return null
      throw error
    }
  }
}

/** Who is on a server by its console alone; `ask` runs one line of it. Throws what `ask` throws. */
export async function listPlayersByConsole(
  ask: (line: string) => Promise<string>,
): Promise<Pick<LivePlayers, 'players' | 'machine'>> {
  const rows = parseStatus(await ask('status'))
  const json = parseStatusJson(await ask('status_json'))
  const byNumber = parseCssPlayers(await ask('css_players'))
  const players = rows.map(({ userId, name, bot, ping, seconds }) => ({
    userId,
    steamId: byNumber.get(userId) ?? null,
    name,
    bot,
    ping: ping ?? null,
    seconds: seconds ?? null,
  }))
  return { players: addSteamIds(players, json?.people ?? []), machine: json && toMachineStats(json) }
}

function toMachineStats({ uptimeSeconds, cpuPercent, frameMs }: StatusJson): LivePlayers['machine'] {
  return { uptimeSeconds, cpuPercent, frameMs }
}

function toLivePlayer({ name, seconds, steamId }: QueriedPlayer): LivePlayer {
  const bot = steamId === null
  return { userId: null, steamId: steamId ?? null, name, bot, ping: null, seconds: seconds ?? null }
}

/** Adds SteamIDs by name, where only one present player has the name and no other the SteamID. */
function addSteamIds(
  players: readonly LivePlayer[],
  known: readonly { name: string; steamId?: string | null }[],
): LivePlayer[] {
  const usedIds = new Set(players.flatMap(({ steamId }) => steamId ?? []))
  const ofName = (name: string) => known.filter((one) => one.name === name)
  const isOnly = (name: string) => players.filter((one) => one.name === name).length === 1
  return players.map((player) => {
    const [match, ...others] = ofName(player.name)
    const steamId = match?.steamId
    if (player.steamId !== null || player.bot || !steamId || others.length > 0 || !isOnly(player.name))
      return player
    return usedIds.has(steamId) ? player : { ...player, steamId }
  })
}
