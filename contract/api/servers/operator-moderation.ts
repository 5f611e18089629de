import * as z from 'zod/mini'
import { maxBanMinutes, reasonMaxLength } from '../../limits.ts'
import { playerActions } from '../../rules/servers/rcon/moderation-commands.ts'
import { defineCall } from '../call.ts'
import { idParams, line, steamIdSchema } from '../shared/fields.ts'
import { rconErrors, rconReplySchema } from './operator-server-control.ts'

export const livePlayerSchema = z.object({
  /** The game's own number of a player on the server; null if the server has not reported it. */
  userId: z.nullable(z.int()),
  steamId: z.nullable(z.string()),
  name: z.string(),
  bot: z.boolean(),
  ping: z.nullable(z.number()),
  /** The time on the server, s. */
  seconds: z.nullable(z.number()),
})

export type LivePlayer = z.infer<typeof livePlayerSchema>

export const livePlayersSchema = z.object({
  players: z.array(livePlayerSchema),
  /** Where the list is from: the console, the query port, the server's log. */
  source: z.enum(['console', 'query', 'log']),
  /** The server's report of its own process; null if it reports nothing. */
  machine: z.nullable(
    z.object({ uptimeSeconds: z.number(), cpuPercent: z.number(), frameMs: z.nullable(z.number()) }),
  ),
  at: z.number(),
})

export type LivePlayers = z.infer<typeof livePlayersSchema>

export const operatorListServerPlayers = defineCall({
  id: 'operatorListServerPlayers',
  method: 'GET',
  path: '/api/operator/servers/:id/players',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  summary: 'Who is on a server right now, by its console, its query port and its log together.',
  params: idParams,
  reply: livePlayersSchema,
  errors: ['server.not_registered', 'server.unreachable'],
})

const reason = z._default(line(reasonMaxLength), '')

/** A server that is not registered, or whose console does not answer; and what it says to a command. */
export const moderationErrors = [
  'server.no_command',
  'server.command_refused',
  'server.player_gone',
  'server.command_unknown',
  'server.command_failed',
  'server.command_unconfirmed',
] as const

/** What an operator does to a player: a kick is of the game's number, everything else of a SteamID. */
export const moderationOrderSchema = z
  .strictObject({
    action: z.enum(playerActions),
    userId: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(65_535)))),
    /** Of a kick: who had the number when the operator looked; numbers are given again. */
    steamId: z.optional(z.nullable(steamIdSchema)),
    /** Of a ban, mute or gag; 0 is permanent. */
    minutes: z._default(z.int().check(z.minimum(0), z.maximum(maxBanMinutes)), 0),
    reason,
  })
  .check(
    z.refine(
      ({ action, userId, steamId }) => (action === 'kick' ? userId != null : steamId != null),
      'a kick needs userId, everything else steamId',
    ),
  )

export type ModerationOrder = z.output<typeof moderationOrderSchema>

export const operatorModeratePlayer = defineCall({
  id: 'operatorModeratePlayer',
  method: 'POST',
  path: '/api/operator/servers/:id/players/moderate',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'moderate',
  summary:
    'Kicks, bans, mutes (voice) or gags (chat) a player of a server, or lifts that, with the commands of its preset or of the portal’s settings.',
  params: idParams,
  body: moderationOrderSchema,
  reply: rconReplySchema,
  errors: [...rconErrors, ...moderationErrors],
})

export const operatorKickPlayer = defineCall({
  id: 'operatorKickPlayer',
  method: 'POST',
  path: '/api/operator/servers/:id/players/kick',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'kick',
  summary: 'Kicks a player from a server; the same as moderating with the action `kick`.',
  params: idParams,
  body: z.strictObject({
    userId: z.int().check(z.minimum(0), z.maximum(65_535)),
    /** Who that was when the operator looked: numbers are given again. */
    steamId: z.optional(z.nullable(steamIdSchema)),
    reason,
  }),
  reply: rconReplySchema,
  errors: [...rconErrors, ...moderationErrors],
})

export const operatorBanPlayer = defineCall({
  id: 'operatorBanPlayer',
  method: 'POST',
  path: '/api/operator/servers/:id/players/ban',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'ban',
  summary:
    'Bans a player from a server for a number of minutes, 0 for permanently; the same as moderating with the action `ban`.',
  params: idParams,
  body: z.strictObject({
    steamId: steamIdSchema,
    minutes: z.int().check(z.minimum(0), z.maximum(maxBanMinutes)),
    reason,
  }),
  reply: rconReplySchema,
  errors: [...rconErrors, ...moderationErrors],
})

export const operatorSendServerMessage = defineCall({
  id: 'operatorSendServerMessage',
  method: 'POST',
  path: '/api/operator/servers/:id/message',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'message',
  summary:
    'Sends a message to all players on a server with the command of its preset or of the portal’s settings.',
  params: idParams,
  body: z.strictObject({ text: line(200).check(z.refine((text) => text.trim() !== '', 'a text')) }),
  reply: rconReplySchema,
  errors: [...rconErrors, ...moderationErrors],
})
