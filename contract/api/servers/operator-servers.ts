import * as z from 'zod/mini'
import { minHumansDefault, reservedSlotsDefault, reservedSlotsMax } from '../../limits.ts'
import { boardModes } from '../../rules/leaderboard/board-modes.ts'
import { gameModes } from '../../rules/servers/game-modes.ts'
import { moderationPresetNames } from '../../rules/servers/rcon/command-presets.ts'
import { vipServerIdSchema } from '../content/operator-portal-settings.ts'
import { defineCall } from '../call.ts'
import { hostAddressSchema } from '../shared/host-address.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { bothLanguages, eitherLanguage, idParams, idSchema, line, nameLine } from '../shared/fields.ts'

const port = z.int().check(z.minimum(1), z.maximum(65_535))

const serverFields = {
  ip: hostAddressSchema,
  port,
  /** `valve` is asked by our own A2S; any other word is a game id of gamedig, such as `openarena`. */
  protocol: z.string().check(z.regex(/^[a-z0-9_]{2,40}$/, 'valve, or a game id of gamedig')),
  name: nameLine(120).check(z.minLength(1)),
  name_display: nameLine(120),
  category: z.enum(gameModes),
  /** A region code of the specification or free text; a comma would break the lists of D13. */
  region: nameLine(40).check(z.minLength(1), z.regex(/^[^,]*$/, 'no comma')),
  tickrate: line(40),
  players_max: z.nullable(z.int().check(z.minimum(1), z.maximum(255))),
  reserved: z.int().check(z.minimum(0), z.maximum(reservedSlotsMax)),
  ontop: z.int().check(z.minimum(0), z.maximum(1_000)),
  star: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** A hidden server is not polled and not listed. */
  hidden: z.boolean(),
  rules: bothLanguages(20_000),
  /** I10: which board the server's events feed; null: none, they give roster and players' lists only. */
  board: z.nullable(z.enum(boardModes)),
  /** In free for all, kills of team members count as kills. */
  free_for_all: z.boolean(),
  /** Kills while fewer people than this are on the server don't count. */
  min_humans: z.int().check(z.minimum(1), z.maximum(64)),
  /** C10: whether a player may ask for a bind code in this server's chat. Never for a rented one. */
  may_bind: z.boolean(),
  /** The commands that kick, ban and mute its players; null: those of the portal's settings. */
  moderation_preset: z.nullable(z.enum(moderationPresetNames)),
  /** Its number (`sid`) in the table of the VIP plugin; null: that of the portal's settings. */
  vip_server_id: z.nullable(vipServerIdSchema),
  /** The portal still queries it, but players cannot join; the note, which may be empty, says why. */
  maintenance: z.boolean(),
  maintenance_note: bothLanguages(200),
}

/** The operator's fields of a server. The RCON password is write-only: it is never returned. */
export const newServerSchema = z.strictObject({
  ...serverFields,
  protocol: z._default(serverFields.protocol, 'valve'),
  name_display: z._default(serverFields.name_display, ''),
  tickrate: z._default(serverFields.tickrate, ''),
  players_max: z._default(serverFields.players_max, null),
  reserved: z._default(serverFields.reserved, reservedSlotsDefault),
  ontop: z._default(serverFields.ontop, 0),
  star: z._default(serverFields.star, 0),
  hidden: z._default(serverFields.hidden, false),
  rules: z._default(eitherLanguage(20_000), { zh: '', en: '' }),
  board: z._default(serverFields.board, null),
  free_for_all: z._default(serverFields.free_for_all, false),
  min_humans: z._default(serverFields.min_humans, minHumansDefault),
  may_bind: z._default(serverFields.may_bind, false),
  moderation_preset: z._default(serverFields.moderation_preset, null),
  vip_server_id: z._default(serverFields.vip_server_id, null),
  maintenance: z._default(serverFields.maintenance, false),
  maintenance_note: z._default(eitherLanguage(200), { zh: '', en: '' }),
  rcon_password: z.optional(line(200)),
})

export type NewServer = z.output<typeof newServerSchema>

/** A change names only what changes; `rcon_password: null` forgets the password, and so does another address or port without one. */
export const serverChangeSchema = z.partial(
  z.strictObject({
    ...serverFields,
    rules: z.partial(serverFields.rules),
    maintenance_note: z.partial(serverFields.maintenance_note),
    rcon_password: z.nullable(line(200)),
    revision: expectedRevision,
  }),
)

export type ServerChange = z.output<typeof serverChangeSchema>

export const registeredServerSchema = z.object({
  id: idSchema,
  ...serverFields,
  // As stored: values that were once allowed are shown, so that they can be changed.
  ip: z.string(),
  name: z.string(),
  name_display: z.string(),
  region: z.string(),
  has_rcon: z.boolean(),
  /** What the poller last saw: `unknown` until it asked. */
  state: z.enum(['unknown', 'online', 'offline']),
  created: z.number(),
  revision: z.int(),
  /** Its last report; null until it answered. */
  seen: z.nullable(
    z.object({
      map: z.string(),
      players: z.number(),
      max: z.number(),
      bots: z.number(),
      locked: z.boolean(),
      /** The version of Counter-Strike 2; null for another game. */
      gameVersion: z.nullable(z.string()),
    }),
  ),
  /** Whether players cannot join it because Steam has a newer version of the game. */
  outdated: z.boolean(),
  /** When it last answered, and since when it has been in its state, as far as the poller knows; ms since 1970 (UTC). */
  heard: z.nullable(z.number()),
  since: z.nullable(z.number()),
})

export type RegisteredServer = z.infer<typeof registeredServerSchema>

export const operatorListServers = defineCall({
  id: 'operatorListServers',
  method: 'GET',
  path: '/api/operator/servers',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  summary: 'Every registered server with its settings and what the poller last saw.',
  reply: z.array(registeredServerSchema),
})

export const operatorAddServer = defineCall({
  id: 'operatorAddServer',
  method: 'POST',
  path: '/api/operator/servers',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'addServer',
  summary: 'Registers a community server; it is asked at once and then at every poll.',
  body: newServerSchema,
  reply: registeredServerSchema,
  errors: ['server.already_registered', 'server.private_address'],
})

export const operatorChangeServer = defineCall({
  id: 'operatorChangeServer',
  method: 'PATCH',
  path: '/api/operator/servers/:id',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'changeServer',
  summary:
    'Changes the given fields: address, names, mode, pin, rules text, visibility, maintenance, RCON password.',
  params: idParams,
  body: serverChangeSchema,
  reply: registeredServerSchema,
  errors: ['server.not_registered', 'server.already_registered', 'server.private_address', 'edit.conflict'],
})

export const operatorRemoveServer = defineCall({
  id: 'operatorRemoveServer',
  method: 'DELETE',
  path: '/api/operator/servers/:id',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'removeServer',
  summary: 'Forgets a server and its history.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['server.not_registered', 'edit.conflict'],
})
