import * as z from 'zod/mini'
import { boardModes } from '../../rules/leaderboard/board-modes.ts'
import { boardGroups, grantedGroups } from '../../rules/accounts/groups.ts'
import { type BoardCountName, boardCountNames } from '../../rules/leaderboard/statistics.ts'
import { defineCall } from '../call.ts'
import { languageQuery, steamIdSchema } from '../shared/fields.ts'

/** One number for each counted statistic. */
const boardCountsSchema = Object.fromEntries(boardCountNames.map((name) => [name, z.number()])) as Record<
  BoardCountName,
  z.ZodMiniNumber
>

/** A player on a board (document 2 §3). Playtime in minutes, rank 1-based, null for a player without one. */
export const boardRowSchema = z.object({
  steamid: z.string(),
  nickname: z.string(),
  avatar_url: z.nullable(z.string()),
  /** The groups held now, the highest first. */
  usergroup: z.array(z.enum(grantedGroups)),
  rank: z.nullable(z.number()),
  ...boardCountsSchema,
})

export type BoardRow = z.infer<typeof boardRowSchema>

/** A player's row on one mode's board. */
export const userStatsSchema = z.extend(boardRowSchema, { mode: z.enum(boardModes) })

export type UserStats = z.infer<typeof userStatsSchema>

/** A season id, `all`, or nothing, which is all-time too. */
const season = z.optional(z.union([z.literal('all'), z.uuid()]))
const seasonQuery = z.object({ season })
const modeParams = z.object({ mode: z.enum(boardModes) })

const group = `(?:${boardGroups.join('|')})`

/** A comma list of pro, kol and op; empty for no filter. */
const usergroup = z.optional(
  z.string().check(z.regex(new RegExp(`^(?:${group}(?:,${group})*)?$`), 'pro, kol, op')),
)

export const listSeasons = defineCall({
  id: 'listSeasons',
  method: 'GET',
  path: '/api/leaderboard/seasons',
  who: 'anyone',
  tag: 'leaderboard',
  summary: 'The seasons, newest first (I8); the first is open unless the operator closed it.',
  query: languageQuery,
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const getBoardTop = defineCall({
  id: 'getBoardTop',
  method: 'GET',
  path: '/api/leaderboard/:mode/top',
  who: 'anyone',
  tag: 'leaderboard',
  summary: 'The first five of a board (I2).',
  params: modeParams,
  query: seasonQuery,
  reply: z.array(boardRowSchema),
  errors: ['season.not_found'],
})

export const boardPageSchema = z.object({
  data: z.array(boardRowSchema),
  totalPages: z.number(),
  /** Players on the board as it is filtered. */
  total: z.number(),
  /** Players of each group on the board, whatever the filter. */
  groups: z.object({ pro: z.number(), kol: z.number(), op: z.number() }),
  /** When the board last changed, ms since 1970 (UTC); null while it is empty. */
  updated: z.nullable(z.number()),
})

export type BoardPage = z.infer<typeof boardPageSchema>

export const getBoard = defineCall({
  id: 'getBoard',
  method: 'GET',
  path: '/api/leaderboard/:mode',
  who: 'anyone',
  tag: 'leaderboard',
  summary:
    'A page of 50 of a board (I8): kills descending, deaths ascending, SteamID. With groups only their players, ranked among themselves. A page beyond the last is empty.',
  params: modeParams,
  query: z.object({
    season,
    usergroup,
    page: z._default(
      z.coerce.number<string | number>().check(z.int(), z.minimum(1), z.maximum(10_000_000)),
      1,
    ),
  }),
  reply: boardPageSchema,
  errors: ['season.not_found'],
})

export const getUserStats = defineCall({
  id: 'getUserStats',
  method: 'GET',
  path: '/api/leaderboard/user/:steamId',
  who: 'anyone',
  tag: 'leaderboard',
  summary:
    'A player on the boards of every mode played, in the order of the tabs; empty for a stranger (I8).',
  params: z.object({ steamId: steamIdSchema }),
  query: seasonQuery,
  reply: z.array(userStatsSchema),
  errors: ['season.not_found'],
})

/** A community server a player was seen on; playtime in minutes, `last` in ms since 1970 (UTC). */
export const playedServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  last: z.number(),
  playtime: z.number(),
  kills: z.number(),
})

export const boardPlayerSchema = z.object({
  steamid: z.string(),
  nickname: z.string(),
  avatar_url: z.nullable(z.string()),
  usergroup: z.array(z.enum(grantedGroups)),
  /** When the player was first and last seen on a ranked server, ms since 1970 (UTC). */
  first: z.number(),
  last: z.number(),
  servers: z.array(playedServerSchema),
})

export type BoardPlayer = z.infer<typeof boardPlayerSchema>

export const getBoardPlayer = defineCall({
  id: 'getBoardPlayer',
  method: 'GET',
  path: '/api/leaderboard/player/:steamId',
  who: 'anyone',
  tag: 'leaderboard',
  summary: 'Who a player is and where they played lately, for the player’s own page.',
  params: z.object({ steamId: steamIdSchema }),
  reply: boardPlayerSchema,
  errors: ['player.not_found'],
})

/** One day (GMT+8) of a player in one mode; days without play are left out. Playtime in minutes. */
export const trendDaySchema = z.object({
  /** `2026-11-21` */
  day: z.string(),
  kills: z.number(),
  deaths: z.number(),
  headshots: z.number(),
  playtime: z.number(),
})

export type TrendDay = z.infer<typeof trendDaySchema>

export const getPlayerTrend = defineCall({
  id: 'getPlayerTrend',
  method: 'GET',
  path: '/api/leaderboard/player/:steamId/trend',
  who: 'anyone',
  tag: 'leaderboard',
  summary: 'A player’s days of the last 90 in one mode, oldest first.',
  params: z.object({ steamId: steamIdSchema }),
  query: modeParams,
  reply: z.array(trendDaySchema),
  errors: ['player.not_found'],
})

export const exportBoard = defineCall({
  id: 'exportBoard',
  method: 'GET',
  path: '/api/leaderboard/:mode/export',
  content: ['text/csv', 'application/json'],
  who: 'anyone',
  tag: 'leaderboard',
  summary:
    'The whole board as a download, at most ten seconds old: `csv` (UTF-8 with a head line; texts that a spreadsheet would compute are quoted) or `json` (an array of rows).',
  params: modeParams,
  query: z.object({ season, usergroup, format: z._default(z.enum(['csv', 'json']), 'json') }),
  errors: ['season.not_found', 'export.busy', 'export.address_full'],
})
