import type { ModerationCommands } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { RconReply } from '@clutch/contract/api/servers/operator-server-control.ts'
import type { LivePlayer, ModerationOrder } from '@clutch/contract/api/servers/operator-moderation.ts'
import {
  getModerationCommands,
  parseModerationPreset,
} from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { needsConfirmation, readCommandAnswer } from '@clutch/contract/rules/servers/rcon/command-answers.ts'
import { splitCommandLines } from '@clutch/contract/rules/servers/rcon/command-lines.ts'
import {
  type ModerationValues,
  type ModerationKind,
  fillModerationCommand,
  isModerationCommand,
  needsUserId,
  isSafeCommandText,
} from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { OnlinePlayers } from '../players/online-players.service.ts'
import { findServer } from '../registry/registry.store.ts'
import type { RconCommands } from './rcon-commands.service.ts'
import type { PortalSettingsCache } from '../../content/index.ts'

/** Returns the commands of a stored preset, or those of the portal's settings where a server has none of its own. */
export function findModerationCommands(
  { settings }: Pick<PortalSettingsCache, 'settings'>,
  preset: string | null | undefined,
): ModerationCommands {
  return getModerationCommands(parseModerationPreset(preset ?? null), settings.moderationCommands)
}

/** A game server, registered or rented, on which an operator acts. */
export interface ModerationTarget {
  /** The present commands for it: its own preset's, or those of the portal's settings. */
  commands: ModerationCommands
  /** Who is on it by its console, with the game's numbers. */
  listPlayers(): Promise<readonly LivePlayer[]>
  /** Runs one console line; the reply names it as it may be shown. */
  run(line: string): Promise<RconReply>
}

interface Dependencies {
  context: Pick<AppContext, 'database'>
  content: Pick<PortalSettingsCache, 'settings'>
  room: RconCommands
  online: Pick<OnlinePlayers, 'byConsole'>
}

/** A registered server, on whose console `actor` (a SteamID64 or `operator`) acts. Throws `server.not_registered`. */
export async function getServerTarget(
  { context, content, room, online }: Dependencies,
  id: string,
  actor: string,
): Promise<ModerationTarget> {
  const server = await findServer(context.database, id)
  if (!server) throw new PortalError('server.not_registered', 'There is no such server')
  return {
    commands: findModerationCommands(content, server.moderation_preset),
    listPlayers: async () => (await online.byConsole(id)).players,
    run: (line) => room.run(id, line, actor),
  }
}

/**
 * J: an operator kicks, bans or mutes a player, or lifts that, by the command of the server's preset. Throws `server.player_gone` if the
 * player is not there and the command needs it, or the number is another player's by now; `server.command_unknown`,
 * `server.command_failed` or `server.command_unconfirmed` if the server did not do it; otherwise as `messageServer`.
 */
export async function moderatePlayer(target: ModerationTarget, order: ModerationOrder): Promise<RconReply> {
  const { action, steamId = null, minutes, reason } = order
  const template = findCommand(target.commands, action, reason)
  const lines = splitCommandLines(template)
  const mustKnow = action === 'kick' || needsUserId(template) || lines.some(needsConfirmation.ofAbsent)
  const player = mustKnow ? findPlayer(await target.listPlayers(), order) : null
  const isMissing = player === null && (action === 'kick' || needsUserId(template))
  if (isMissing) throw new PortalError('server.player_gone', 'They are not on the server any more')
  const values = {
    userId: player?.userId ?? undefined,
    steamId: player?.steamId ?? steamId ?? undefined,
    minutes,
    reason,
  }
  return runCommand(target, template, { values, isPresent: player !== null })
}

/**
 * J: writes to all players. Throws `server.no_command`, `server.command_refused` for a text that would not stay in its command; the errors of an answer as `moderatePlayer`, and those of the target's console.
 */
export function messageServer(target: ModerationTarget, text: string): Promise<RconReply> {
  const template = findCommand(target.commands, 'message', text)
  return runCommand(target, template, { values: { text: text.trim() }, isPresent: true })
}

function findCommand(commands: ModerationCommands, kind: ModerationKind, text: string): string {
  const template = commands[kind]
  if (template === '' || !isModerationCommand(kind, template))
    throw new PortalError('server.no_command', 'No command for this is set for the server')
  if (!isSafeCommandText(text))
    throw new PortalError('server.command_refused', 'The text holds a quote, a semicolon or //')
  return template
}

/** A kick is of a number, which another player may have by now; everything else is of a SteamID. */
function findPlayer(
  players: readonly LivePlayer[],
  { action, userId, steamId = null }: ModerationOrder,
): LivePlayer | null {
  if (action !== 'kick') return players.find((one) => one.steamId === steamId) ?? null
  const player = players.find((one) => one.userId === userId)
  const isAnother = player?.steamId != null && steamId !== null && player.steamId !== steamId
  return player === undefined || isAnother ? null : player
}

/** Runs the lines of a command in order; the first that the server does not take ends it. The reply has all of them. */
async function runCommand(
  target: ModerationTarget,
  template: string,
  { values, isPresent }: { values: ModerationValues; isPresent: boolean },
): Promise<RconReply> {
  const filled = fillModerationCommand(template, values)
  if (filled === null)
    throw new PortalError('server.command_refused', 'The command needs to know more of this player')
  const replies: RconReply[] = []
  for (const line of splitCommandLines(filled)) {
    const reply = await target.run(line)
    assertTaken(line, reply, isPresent)
    replies.push(reply)
  }
  return {
    command: replies.map(({ command }) => command).join('\n'),
    output: replies.flatMap(({ output }) => (output === '' ? [] : [output])).join('\n'),
    ms: replies.reduce((sum, { ms }) => sum + ms, 0),
  }
}

function assertTaken(line: string, { command, output }: RconReply, isPresent: boolean): void {
  const { verdict, line: answer } = readCommandAnswer(output)
  const about = { command, answer }
  if (verdict === 'unknown')
    throw new PortalError('server.command_unknown', 'The server does not know the command', { about })
  if (verdict === 'refused')
    throw new PortalError('server.command_failed', `The server did not do it: ${answer}`, { about })
  const mustAnswer = needsConfirmation.always(line) || (!isPresent && needsConfirmation.ofAbsent(line))
  if (mustAnswer && output.trim() === '')
    throw new PortalError('server.command_unconfirmed', 'The plugin did not confirm it', { about })
}

/** Whom an order is about, for the audit log: a SteamID64, or the game's number where that is all that is known. */
export function getModerationSubject({ action, steamId, userId }: ModerationOrder): string {
  return `${action}: ${steamId ?? `#${userId}`}`
}
