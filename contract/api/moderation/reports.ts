import * as z from 'zod/mini'
import { reportReasons, reportStates } from '../../rules/moderation/cases.ts'
import { defineCall } from '../call.ts'
import { idSchema, line, multilineText, steamIdSchema } from '../shared/fields.ts'

export const reportTextMaxLength = 500

/** A report as its reporter sees it. Times in ms since 1970 (UTC). */
export const ownReportSchema = z.object({
  id: idSchema,
  /** Of the reported player. */
  steamId: z.string(),
  /** What they were called when they were reported. */
  name: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
  at: z.number(),
  state: z.enum(reportStates),
  /** What the operators wrote to the reporters; empty for nothing. */
  note: z.string(),
  closed: z.nullable(z.number()),
})

export type OwnReport = z.infer<typeof ownReportSchema>

const shared = { who: 'user', tag: 'moderation' } as const

/** Of a player: by SteamID64, or by the name that the list of a server's players shows. */
const reportedPlayer = {
  steamId: z.optional(steamIdSchema),
  name: z.optional(line(128).check(z.minLength(1))),
  /** Where it happened; without it where the player was last seen. */
  serverId: z.optional(idSchema),
}

export const reportPlayer = defineCall({
  ...shared,
  id: 'reportPlayer',
  method: 'POST',
  path: '/api/reports',
  limits: [{ name: 'report account', by: 'account' }],
  summary:
    'Reports a player to the operators, by SteamID64 or by their name on a server. The chat and events around it are stored with it for the operators. One report of a player in 24 hours, ten of all players; fewer where almost none was right. The reported player never learns who reported.',
  body: z
    .strictObject({
      ...reportedPlayer,
      reason: z.enum(reportReasons),
      text: z._default(multilineText(reportTextMaxLength).check(z.trim()), ''),
    })
    .check(
      z.refine(
        ({ steamId, name, serverId }) =>
          steamId !== undefined || (name !== undefined && serverId !== undefined),
        'a steamId, or a name and a serverId',
      ),
    ),
  reply: ownReportSchema,
  errors: [
    'report.player_unknown',
    'report.player_ambiguous',
    'report.own_account',
    'report.repeated',
    'report.limit',
    'server.not_registered',
    'portal.feature_off',
  ],
})

export const listOwnReports = defineCall({
  ...shared,
  id: 'listOwnReports',
  method: 'GET',
  path: '/api/reports',
  summary: 'The caller’s own reports with their outcome, the newest first, 50 at most.',
  reply: z.array(ownReportSchema),
})
