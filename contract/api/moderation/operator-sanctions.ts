import * as z from 'zod/mini'
import { reasonMaxLength } from '../../limits.ts'
import { sanctionServerStates } from '../../rules/moderation/enforcement.ts'
import { sanctionKinds, sanctionSources, sanctionStates } from '../../rules/moderation/sanctions.ts'
import { isSafeCommandText } from '../../rules/servers/rcon/moderation-commands.ts'
import { defineCall } from '../call.ts'
import { ipv4Schema } from '../shared/host-address.ts'
import { idParams, idSchema, line, multilineText, steamIdSchema } from '../shared/fields.ts'
import { expectedRevision, listQuery, listReply, sortColumn } from '../shared/list-query.ts'
import { webAddressSchema } from '../shared/web-address.ts'

export const evidenceMax = 20
export const commentMaxLength = 1_000
export const logExcerptMaxLength = 4_000

/** What a sanction is based on: a page or video, a place in a demo, some lines of a log. */
export const evidenceSchema = z.union([
  z.strictObject({ kind: z.literal('link'), url: webAddressSchema }),
  z.strictObject({
    kind: z.literal('demo'),
    /** Its file name, or where it is. */
    demo: line(300).check(z.minLength(1)),
    tick: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  }),
  z.strictObject({ kind: z.literal('log'), text: multilineText(logExcerptMaxLength).check(z.minLength(1)) }),
])

export type Evidence = z.infer<typeof evidenceSchema>

/** A ban, mute (voice) or gag (chat) of a player on the community's game servers. Times in ms since 1970 (UTC). */
export const sanctionSchema = z.object({
  id: z.string(),
  kind: z.enum(sanctionKinds),
  steamId: z.string(),
  /** What the portal calls the player, else as they were called then; empty where neither is known. */
  name: z.string(),
  /** Of a ban: the address from which no other account may play either. */
  address: z.nullable(z.string()),
  reason: z.string(),
  evidence: z.array(evidenceSchema),
  /** The game servers for which it holds; null for all, also those that are added later. */
  serverIds: z.nullable(z.array(z.string())),
  /** Where it was made: here, in the game, or in the system that it was imported from. */
  source: z.enum(sanctionSources),
  created: z.number(),
  /** A SteamID64, `operator`, `token:NAME`, or a name of the system that it was imported from. */
  by: z.string(),
  /** What the operator is called, where the portal knows. */
  byName: z.nullable(z.string()),
  /** Null: permanent. */
  expires: z.nullable(z.number()),
  lifted: z.nullable(z.object({ at: z.number(), by: z.string(), reason: z.string() })),
  state: z.enum(sanctionStates),
  revision: z.int(),
})

export type Sanction = z.infer<typeof sanctionSchema>

export const sanctionCommentSchema = z.object({
  id: z.string(),
  at: z.number(),
  by: z.string(),
  byName: z.nullable(z.string()),
  text: z.string(),
})

export type SanctionComment = z.infer<typeof sanctionCommentSchema>

/** How a sanction is on one game server. */
export const sanctionServerSchema = z.object({
  serverId: z.string(),
  name: z.string(),
  /** Who is kept out: the player, or another account at the address of a ban. */
  steamId: z.string(),
  /** `absent`: applied when the player comes; `unsupported`: no command for it is set. */
  state: z.enum(sanctionServerStates),
  /** The code of the error why it waits; null for none. */
  problem: z.nullable(z.string()),
  changed: z.number(),
  /** How often the portal kicked the player there, and when last. */
  kicks: z.int(),
  kicked: z.nullable(z.number()),
})

export type SanctionServer = z.infer<typeof sanctionServerSchema>

export const sanctionDetailSchema = z.extend(sanctionSchema, {
  /** The oldest first. */
  comments: z.array(sanctionCommentSchema),
  servers: z.array(sanctionServerSchema),
})

export type SanctionDetail = z.infer<typeof sanctionDetailSchema>

/** The game sends it on one console line, in quotes. */
const reason = line(reasonMaxLength).check(
  z.trim(),
  z.minLength(1),
  z.refine(isSafeCommandText, 'a text without a quote, a semicolon or //'),
)
const expires = z.nullable(z.int().check(z.minimum(0), z.maximum(253_402_300_799_000)))
const serverIds = z.nullable(z.array(idSchema).check(z.minLength(1), z.maxLength(500)))
const evidence = z.array(evidenceSchema).check(z.maxLength(evidenceMax))
const address = z.nullable(ipv4Schema)

/** What a new sanction is, besides its player. */
export const sanctionFields = {
  kind: z.enum(sanctionKinds),
  /** What the player is called in the game, for where the portal knows no name of theirs. */
  name: z.optional(line(128)),
  address: z._default(address, null),
  reason,
  evidence: z._default(evidence, []),
  serverIds: z._default(serverIds, null),
  expires: z._default(expires, null),
}

/** Whether only a ban has an address. */
export const hasAddressOfBan = ({ kind, address: of }: { kind: string; address: string | null }) =>
  kind === 'ban' || of === null

const calls = { who: 'operator', area: 'players', tag: 'operator' } as const

export const operatorListSanctions = defineCall({
  ...calls,
  id: 'operatorListSanctions',
  method: 'GET',
  path: '/api/operator/sanctions',
  summary:
    'Bans, mutes and gags. `find` is a part of the name or the reason, or the start of the SteamID64 or address; `steamId` gives the history of one player.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('created', 'expires'),
    kind: z.optional(z.enum(sanctionKinds)),
    state: z.optional(z.enum(sanctionStates)),
    source: z.optional(z.enum(sanctionSources)),
    steamId: z.optional(steamIdSchema),
  }),
  reply: listReply(sanctionSchema),
  errors: ['search.too_long'],
})

export const operatorGetSanction = defineCall({
  ...calls,
  id: 'operatorGetSanction',
  method: 'GET',
  path: '/api/operator/sanctions/:id',
  summary: 'One ban, mute or gag with its comments, and how it is on each game server.',
  params: idParams,
  reply: sanctionDetailSchema,
  errors: ['sanction.not_found'],
})

export const operatorAddSanction = defineCall({
  ...calls,
  id: 'operatorAddSanction',
  method: 'POST',
  path: '/api/operator/sanctions',
  audit: 'addSanction',
  byScope: true,
  summary:
    'Bans, mutes (voice) or gags (chat) a player on all game servers or on some, until a time or permanently. The portal keeps a banned player out by itself, and sends the commands of each server’s preset. An operator who is limited to some servers names servers among them.',
  body: z
    .strictObject({ ...sanctionFields, steamId: steamIdSchema })
    .check(z.refine(hasAddressOfBan, 'only a ban has an address')),
  reply: sanctionSchema,
  errors: ['sanction.exists', 'server.not_registered', 'operator.outranked'],
})

export const operatorChangeSanction = defineCall({
  ...calls,
  id: 'operatorChangeSanction',
  method: 'PATCH',
  path: '/api/operator/sanctions/:id',
  audit: 'changeSanction',
  byScope: true,
  summary: 'Changes the given fields of a ban, mute or gag that is not lifted.',
  params: idParams,
  body: z.partial(
    z.strictObject({ reason, evidence, serverIds, expires, address, revision: expectedRevision }),
  ),
  reply: sanctionSchema,
  errors: [
    'sanction.not_found',
    'sanction.lifted',
    'server.not_registered',
    'operator.outranked',
    'edit.conflict',
  ],
})

export const operatorLiftSanction = defineCall({
  ...calls,
  id: 'operatorLiftSanction',
  method: 'POST',
  path: '/api/operator/sanctions/:id/lift',
  audit: 'liftSanction',
  byScope: true,
  summary:
    'Ends a ban, mute or gag now. Each game server gets the command of its preset that lifts it, also one that answers only later.',
  params: idParams,
  body: z.strictObject({
    reason: z._default(line(reasonMaxLength).check(z.trim()), ''),
    revision: expectedRevision,
  }),
  reply: sanctionSchema,
  errors: ['sanction.not_found', 'sanction.lifted', 'edit.conflict'],
})

export const operatorCommentSanction = defineCall({
  ...calls,
  id: 'operatorCommentSanction',
  method: 'POST',
  path: '/api/operator/sanctions/:id/comments',
  audit: 'commentSanction',
  byScope: true,
  summary: 'Adds a comment for the other operators to a ban, mute or gag.',
  params: idParams,
  body: z.strictObject({ text: multilineText(commentMaxLength).check(z.trim(), z.minLength(1)) }),
  reply: sanctionCommentSchema,
  errors: ['sanction.not_found'],
})
