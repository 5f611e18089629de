import * as z from 'zod/mini'
import { gameModes } from '../../rules/servers/game-modes.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, idParams, languageQuery } from '../shared/fields.ts'

/**
 * A community server as the list shows it (document 1 §3). `players` is "current/max"; `open` is 0 when the
 * server does not answer; `players_max` overrides the max in `players`; bots are counted in `players`.
 */
export const serverSchema = z.object({
  id: z.string(),
  ip: z.string(),
  port: z.number(),
  name: z.string(),
  name_display: z.string(),
  players: z.string(),
  players_max: z.optional(z.number()),
  map: z.string(),
  region: z.string(),
  category: z.enum(gameModes),
  open: z.coerce.number<number>(),
  ontop: z.number(),
  star: z.number(),
  bots: z.number(),
  /** F8: slots the server keeps for VIPs, the last ones of the meter. */
  reserved: z.number(),
  /** The operator's own copy beside the mode, such as "128 tick"; may be empty. */
  tickrate: z.string(),
  /** Whether joining asks for a password. */
  locked: z.boolean(),
  /** Present if it runs an older version of the game than players have: they cannot join. */
  outdated: z.optional(z.literal(true)),
  /** Present during maintenance: the reason, if the operator gave one. Players cannot join. */
  maintenance: z.optional(bothLanguages(200)),
})

export type Server = z.infer<typeof serverSchema>

/** D13: comma lists, only those set. Unknown values match nothing; they are never an error. */
export const serversQuery = z.object({
  modes: z.optional(z.string()),
  maps: z.optional(z.string()),
  regions: z.optional(z.string()),
})

/** The answer's header that says when the snapshot was last confirmed, in ms since 1970 (UTC). */
export const snapshotTimeHeader = 'x-snapshot-time'
/** The answer's header that says which snapshot it shows; a delta of the stream names the one it follows. */
export const snapshotVersionHeader = 'x-snapshot-version'

export const listServers = defineCall({
  id: 'listServers',
  method: 'GET',
  path: '/api/servers',
  who: 'anyone',
  tag: 'servers',
  summary: 'The community servers, filtered by mode, map and region (D13). Carries an ETag.',
  query: serversQuery,
  reply: z.array(serverSchema),
})

/** One step of the list: apply it to the snapshot `from`, or load the list again when another one is held. */
export const serverListDeltaSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** When the snapshot was taken, ms since 1970 (UTC). */
  at: z.number(),
  changed: z.array(serverSchema),
  removed: z.array(z.string()),
})

export type ServerListDelta = z.infer<typeof serverListDeltaSchema>

/** The first event of a stream: which snapshot the process shows now. */
export const streamHelloSchema = z.object({ version: z.string(), at: z.number() })

export const streamServers = defineCall({
  id: 'streamServers',
  method: 'GET',
  path: '/api/servers/stream',
  content: ['text/event-stream'],
  who: 'anyone',
  tag: 'servers',
  summary: 'Changes of the list as server-sent events: hello, then delta; comments keep the line alive.',
  errors: ['stream.full', 'stream.address_full'],
})

export const serverPlayerSchema = z.object({
  /** Empty where the server hides names. */
  name: z.string(),
  raw: z.object({
    /** Seconds on the server; absent when it does not say. */
    time: z.optional(z.number()),
  }),
})

export type ServerPlayer = z.infer<typeof serverPlayerSchema>

export const serverInfoSchema = z.object({
  players: z.object({ list: z.array(serverPlayerSchema) }),
  /** `hidden`: the server reports players without names and no other source knows them. */
  names: z.enum(['shown', 'hidden']),
  /** When the server was asked, ms since 1970 (UTC). */
  at: z.number(),
})

export type ServerInfo = z.infer<typeof serverInfoSchema>

export const getServerInfo = defineCall({
  id: 'getServerInfo',
  method: 'GET',
  path: '/api/server/info',
  who: 'anyone',
  tag: 'servers',
  summary: 'Who plays on a registered server right now (D14). Any other address: 404, and no packet is sent.',
  query: z.object({
    ip: z.string().check(z.minLength(1), z.maxLength(253)),
    port: z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(65_535)),
  }),
  reply: serverInfoSchema,
  errors: ['server.not_registered', 'server.unreachable'],
})

export const getServer = defineCall({
  id: 'getServer',
  method: 'GET',
  path: '/api/servers/:id',
  who: 'anyone',
  tag: 'servers',
  summary: 'One community server as the list shows it (D16).',
  params: idParams,
  reply: serverSchema,
  errors: ['server.not_registered', 'portal.feature_off'],
})

export const serverRulesSchema = z.object({
  id: z.string(),
  /** Plain text, a paragraph a line; empty when the operator wrote none. */
  text: z.string(),
  /** When the text was last changed, ms since 1970 (UTC); null for none. */
  updated: z.nullable(z.number()),
})

export const getServerRules = defineCall({
  id: 'getServerRules',
  method: 'GET',
  path: '/api/servers/:id/rules',
  who: 'anyone',
  tag: 'servers',
  summary:
    "The operator's rules of a server, or those of the whole community where it has none of its own (D16).",
  params: idParams,
  query: languageQuery,
  reply: serverRulesSchema,
  errors: ['server.not_registered', 'portal.feature_off'],
})

export const historyRanges = ['24h', '7d'] as const

export const serverHistorySchema = z.object({
  range: z.enum(historyRanges),
  /**
   * Oldest first. `at` is ms since 1970 (UTC); a gap means that the server was not queried or did not answer.
   */
  points: z.array(z.object({ at: z.number(), players: z.number(), peak: z.number() })),
})

export type ServerHistory = z.infer<typeof serverHistorySchema>

export const getServerHistory = defineCall({
  id: 'getServerHistory',
  method: 'GET',
  path: '/api/servers/:id/history',
  who: 'anyone',
  tag: 'servers',
  summary: 'Player counts over the last day by the minute, or the last week by the hour (D16).',
  params: idParams,
  query: z.object({ range: z._default(z.enum(historyRanges), '24h') }),
  reply: serverHistorySchema,
  errors: ['server.not_registered', 'portal.feature_off'],
})
