import type { LivePlayer } from '@clutch/contract/api/servers/operator-moderation.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { listPresentPlayers, type RosterPlayer } from '../../events/index.ts'
import type { GameConsoles } from '../../servers/index.ts'
import type { AppContext } from '../../../platform/context.ts'

/** A list of players may be this old when a command names one by number: numbers are given again. */
const listMaxAgeMs = 1_000

/** Who is on a server by its console, with the SteamIDs of its log: most consoles tell players apart by number and name only. */
export class ConsolePlayers {
  readonly #context: Pick<AppContext, 'database' | 'clock'>
  readonly #consoles: Pick<GameConsoles, 'listPlayers'>
  readonly #serverId: string
  #last: { players: readonly LivePlayer[]; atMs: number } | null = null

  constructor(
    context: Pick<AppContext, 'database' | 'clock'>,
    consoles: Pick<GameConsoles, 'listPlayers'>,
    serverId: string,
  ) {
    this.#context = context
    this.#consoles = consoles
    this.#serverId = serverId
  }

  /** Throws as `GameConsoles.listPlayers`. */
  async list(): Promise<readonly LivePlayer[]> {
    const { clock, database } = this.#context
    if (this.#last && clock.monotonicMs() - this.#last.atMs < listMaxAgeMs) return this.#last.players
    const atMs = clock.monotonicMs()
    const listed = await this.#consoles.listPlayers(this.#serverId)
    const roster = await listPresentPlayers(database, this.#serverId, clock.now())
    this.#last = { players: addLogIdentities(listed, roster ?? []), atMs }
    return this.#last.players
  }

  /**
   * Refuses a command by number when the server's log says meanwhile that another player has the number: a slow console
   * answered with an older list. Throws `server.player_gone`.
   */
  async assertSameNumber(player: string): Promise<void> {
    const { clock, database } = this.#context
    const number = this.#last?.players.find(({ steamId }) => steamId === player)?.userId
    const roster = await listPresentPlayers(database, this.#serverId, clock.now())
    const isAnother = roster?.some(({ userId, steamId }) => userId === number && steamId !== player) ?? false
    if (isAnother) throw new PortalError('server.player_gone', 'Another player has the number by now')
  }

  /** Makes the next list a new one: a command may have changed it. */
  forget(): void {
    this.#last = null
  }
}

/** Adds the SteamID of the player whom the log knows by the same number and name, where the console does not say it. */
function addLogIdentities(players: readonly LivePlayer[], roster: readonly RosterPlayer[]): LivePlayer[] {
  const taken = new Set(players.flatMap(({ steamId }) => steamId ?? []))
  return players.map((player) => {
    if (player.steamId !== null || player.bot || player.userId === null) return player
    const known = roster.find(({ userId, name }) => userId === player.userId && name === player.name)
    const steamId = known?.steamId ?? null
    return steamId === null || taken.has(steamId) ? player : { ...player, steamId }
  })
}
