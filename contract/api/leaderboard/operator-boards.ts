import * as z from 'zod/mini'
import { boardModes } from '../../rules/leaderboard/board-modes.ts'
import { anomalyKinds } from '../../rules/leaderboard/anomalies.ts'

import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import {
  bothLanguages,
  nameInEitherLanguage,
  idParams,
  idSchema,
  line,
  steamIdSchema,
} from '../shared/fields.ts'

const playerParams = z.object({ steamId: steamIdSchema })

export const seasonStates = ['scheduled', 'open', 'closed'] as const

/** Times in ms since 1970 (UTC). A season holds its start and not its end; without an end it stays open until it is closed. */
export const operatorSeasonSchema = z.object({
  id: idSchema,
  name: bothLanguages(40),
  starts: z.number(),
  ends: z.nullable(z.number()),
  /** By the portal's clock. */
  state: z.enum(seasonStates),
  /** Of its boards: a player has one row in each mode they have played. */
  rows: z.int(),
  revision: z.int(),
})

/** ms since 1970 (UTC). */
const timestampSchema = z.int().check(z.minimum(0), z.maximum(253_402_300_799_000))

export const operatorListSeasons = defineCall({
  id: 'operatorListSeasons',
  method: 'GET',
  path: '/api/operator/seasons',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  summary: 'Every season, newest first.',
  reply: z.array(operatorSeasonSchema),
})

export const operatorOpenSeason = defineCall({
  id: 'operatorOpenSeason',
  method: 'POST',
  path: '/api/operator/seasons',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'openSeason',
  summary:
    'Opens a season now, or schedules one that starts at a later time. What the servers report from its start until its end counts to it; without an end until it is closed. Seasons never overlap.',
  body: z.strictObject({
    name: nameInEitherLanguage(40),
    starts: z.optional(timestampSchema),
    ends: z.optional(z.nullable(timestampSchema)),
  }),
  reply: operatorSeasonSchema,
  errors: ['season.already_open', 'season.overlaps', 'season.past'],
})

export const operatorChangeSeason = defineCall({
  id: 'operatorChangeSeason',
  method: 'PATCH',
  path: '/api/operator/seasons/:id',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'changeSeason',
  summary:
    'Renames a season, moves the start of one that has not started, or moves the end of one that has not ended. No time may be in the past.',
  params: idParams,
  body: z.strictObject({
    name: z.optional(nameInEitherLanguage(40)),
    starts: z.optional(timestampSchema),
    ends: z.optional(z.nullable(timestampSchema)),
    revision: expectedRevision,
  }),
  reply: operatorSeasonSchema,
  errors: [
    'season.not_found',
    'season.already_closed',
    'season.overlaps',
    'season.past',
    'season.started',
    'edit.conflict',
  ],
})

export const operatorCloseSeason = defineCall({
  id: 'operatorCloseSeason',
  method: 'POST',
  path: '/api/operator/seasons/:id/close',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'closeSeason',
  summary: 'Closes a season now. Reports between two seasons count to all-time only.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  reply: operatorSeasonSchema,
  errors: ['season.not_found', 'season.already_closed', 'season.not_started', 'edit.conflict'],
})

export const operatorReopenSeason = defineCall({
  id: 'operatorReopenSeason',
  method: 'POST',
  path: '/api/operator/seasons/:id/reopen',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'reopenSeason',
  summary:
    'Undoes the end of the last season: it continues until the next scheduled one. Counts since then move to it, as far back as raw reports are stored. Refused once another season has started.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  reply: operatorSeasonSchema,
  errors: ['season.not_found', 'season.not_closed', 'season.overlaps', 'edit.conflict'],
})

export const operatorCancelSeason = defineCall({
  id: 'operatorCancelSeason',
  method: 'DELETE',
  path: '/api/operator/seasons/:id',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'cancelSeason',
  summary: 'Deletes a season in which nothing was counted, such as a scheduled one.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['season.not_found', 'season.has_counts', 'edit.conflict'],
})

export const hiddenPlayerSchema = z.object({
  steamId: z.string(),
  nickname: z.string(),
  reason: z.string(),
  /** ms since 1970 (UTC). */
  since: z.number(),
})

export const operatorListHiddenPlayers = defineCall({
  id: 'operatorListHiddenPlayers',
  method: 'GET',
  path: '/api/operator/hidden-players',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  summary: 'The players hidden from every board.',
  reply: z.array(hiddenPlayerSchema),
})

export const operatorHidePlayer = defineCall({
  id: 'operatorHidePlayer',
  method: 'PUT',
  path: '/api/operator/hidden-players/:steamId',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'hidePlayer',
  summary:
    'Hides a player from every board; their actions are still counted and appear when they are shown again.',
  params: playerParams,
  body: z.strictObject({ reason: z._default(line(200), '') }),
  reply: hiddenPlayerSchema,
})

export const operatorUnhidePlayer = defineCall({
  id: 'operatorUnhidePlayer',
  method: 'DELETE',
  path: '/api/operator/hidden-players/:steamId',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'showPlayer',
  summary: 'Puts a hidden player back on the boards.',
  params: playerParams,
  errors: ['player.not_found'],
})

/**
 * The scope of a reset; an omitted field means everything. `season` is an id, or `between` for play between
 * seasons.
 */
const resetScope = {
  steamId: z.optional(steamIdSchema),
  mode: z.optional(z.enum(boardModes)),
  season: z.optional(z.union([z.literal('between'), idSchema])),
}

export const resetSchema = z.object({
  id: idSchema,
  ...resetScope,
  /** Player rows taken so far (or, of an undone one, still to be given back). */
  rows: z.number(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  /** ms since 1970 (UTC). */
  created: z.number(),
})

export const operatorListResets = defineCall({
  id: 'operatorListResets',
  method: 'GET',
  path: '/api/operator/resets',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  summary: 'Every reset, newest first.',
  reply: z.array(resetSchema),
})

export const operatorCreateReset = defineCall({
  id: 'operatorCreateReset',
  method: 'POST',
  path: '/api/operator/resets',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'reset',
  summary:
    'Sets counts back to nothing: of one player, one mode, one season, or where they meet; all-time loses the same. At least one must be named. Runs in steps and can be undone.',
  body: z
    .strictObject(resetScope)
    .check(z.refine((scope) => Object.values(scope).some((value) => value !== undefined), 'names nothing')),
  reply: resetSchema,
  errors: ['season.not_found'],
})

export const operatorUndoReset = defineCall({
  id: 'operatorUndoReset',
  method: 'POST',
  path: '/api/operator/resets/:id/undo',
  who: 'operator',
  area: 'leaderboard',
  tag: 'operator',
  audit: 'undoReset',
  summary: 'Restores what a reset removed, in addition to play since then.',
  params: idParams,
  reply: resetSchema,
  errors: ['reset.not_found', 'reset.already_undone'],
})

/** Something about a player that looks wrong, for an operator to look at. It changes no count. */
export const anomalyFlagSchema = z.object({
  id: idSchema,
  steamId: z.string(),
  nickname: z.string(),
  kind: z.enum(anomalyKinds),
  /** The evidence in numbers: `{ kills: 48, seconds: 60 }`. */
  detail: z.catchall(z.object({}), z.union([z.string(), z.number()])),
  server: z.nullable(z.string()),
  /** ms since 1970 (UTC). */
  at: z.number(),
})

export const operatorListAnomalyFlags = defineCall({
  id: 'operatorListAnomalyFlags',
  method: 'GET',
  path: '/api/operator/flags',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  summary: 'Anomalies that are not dismissed, newest first, 500 at most.',
  reply: z.array(anomalyFlagSchema),
})

export const operatorDismissAnomalyFlag = defineCall({
  id: 'operatorDismissAnomalyFlag',
  method: 'DELETE',
  path: '/api/operator/flags/:id',
  who: 'operator',
  area: 'players',
  tag: 'operator',
  audit: 'dismissFlag',
  summary: 'Dismisses an anomaly.',
  params: idParams,
  errors: ['flag.not_found'],
})
