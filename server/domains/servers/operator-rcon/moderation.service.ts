import type { ModerationCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { RconReply, LivePlayer } from '@clutch/contract/api/servers/operator-server-control.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type ModerationValues,
  type ModerationKind,
  fillModerationCommand,
  isModerationCommand,
  needsUserId,
  isSafeCommandText,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import type { RconCommands } from './rcon-commands.service.ts'
import type { OnlinePlayers } from '../players/online-players.service.ts'

interface Dependencies {
  room: RconCommands
  online: Pick<OnlinePlayers, 'byConsole'>
  /** Returns the commands currently in the portal settings. */
  commands: () => ModerationCommands
}

interface Kick {
  userId: number
  steamId?: string | null | undefined
  reason: string
}

interface Ban {
  steamId: string
  minutes: number
  reason: string
}

/** J: an operator kicks, bans and speaks, by commands that the operators themselves have set. */
export class Moderation {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `server.player_gone` if the number is free or another player's by now; otherwise as `message`. */
  async kick(id: string, { userId, steamId, reason }: Kick, actor: string): Promise<RconReply> {
    this.#assertCommand('kick', reason)
    const { players } = await this.#dependencies.online.byConsole(id)
    const player = players.find((one) => one.userId === userId)
    if (!player || isAnotherPlayer(player, steamId)) throw playerGone()
    const facts = { userId, steamId: player.steamId ?? steamId ?? undefined, reason }
    return this.#run(id, 'kick', facts, actor)
  }

  /** Throws `server.player_gone` if the command needs a player who is present; otherwise as `message`. */
  async ban(id: string, { steamId, minutes, reason }: Ban, actor: string): Promise<RconReply> {
    this.#assertCommand('ban', reason)
    const facts = { steamId, minutes, reason }
    if (!needsUserId(this.#dependencies.commands().ban)) return this.#run(id, 'ban', facts, actor)
    const { players } = await this.#dependencies.online.byConsole(id)
    const userId = players.find((one) => one.steamId === steamId)?.userId ?? undefined
    if (userId === undefined) throw playerGone()
    return this.#run(id, 'ban', { ...facts, userId }, actor)
  }

  /**
   * Throws `server.command_refused` for a text that would not stay in its command, or where no command is set;
   * `server.not_registered`, `server.no_rcon`, `server.rcon_failed` or `server.private_address`.
   */
  async message(id: string, text: string, actor: string): Promise<RconReply> {
    this.#assertCommand('message', text)
    return this.#run(id, 'message', { text: text.trim() }, actor)
  }

  #assertCommand(kind: ModerationKind, text: string): void {
    const template = this.#dependencies.commands()[kind]
    if (template === '' || !isModerationCommand(kind, template))
      throw new PortalError('server.command_refused', 'The portal’s settings have no command for this')
    if (!isSafeCommandText(text))
      throw new PortalError('server.command_refused', 'The text holds a quote, a semicolon or //')
  }

  #run(id: string, kind: ModerationKind, facts: ModerationValues, actor: string): Promise<RconReply> {
    const line = fillModerationCommand(this.#dependencies.commands()[kind], facts)
    if (line === null)
      throw new PortalError('server.command_refused', 'The command needs to know more of this player')
    return this.#dependencies.room.run(id, line, actor)
  }
}

function isAnotherPlayer(player: LivePlayer, steamId: string | null | undefined): boolean {
  return player.steamId !== null && steamId !== null && steamId !== undefined && player.steamId !== steamId
}

function playerGone(): PortalError {
  return new PortalError('server.player_gone', 'They are not on the server any more')
}
