import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { idParams, idSchema } from '../shared/fields.ts'

/** How a game server reports: the addresses hold its secret and are shown only once. */
export const reportAddressSchema = z.object({
  /** For `logaddress_add_http`. */
  log: z.string(),
  /** For `matchzy_remote_log_url`. */
  matchzy: z.string(),
  /** What to put into the server's cfg, line by line. */
  commands: z.array(z.string()),
})

export const operatorIssueReportSecret = defineCall({
  id: 'operatorIssueReportSecret',
  method: 'POST',
  path: '/api/operator/servers/:id/report-secret',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'makeReportSecret',
  summary:
    'Creates a new secret for a server and returns the lines for its cfg. The previous one is revoked: reports with it are answered with 410.',
  params: idParams,
  reply: reportAddressSchema,
  errors: ['server.not_registered'],
})

export const operatorRevokeReportSecret = defineCall({
  id: 'operatorRevokeReportSecret',
  method: 'DELETE',
  path: '/api/operator/servers/:id/report-secret',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'revokeReportSecret',
  summary: 'Revokes a server’s secret; it may not report any more.',
  params: idParams,
  errors: ['server.not_registered'],
})

export const operatorConnectLog = defineCall({
  id: 'operatorConnectLog',
  method: 'POST',
  path: '/api/operator/servers/:id/connect-log',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'connectLog',
  summary:
    'Creates a new secret and configures the server over RCON to report with it, until it restarts; returns the lines for its cfg, too.',
  params: idParams,
  reply: reportAddressSchema,
  errors: ['server.not_registered', 'server.no_rcon', 'server.rcon_failed'],
})

/** How a server's reports go. Times in ms since 1970 (UTC), sizes in bytes. */
export const logFeedSchema = z.object({
  server: idSchema,
  name: z.string(),
  /** Whether the server has a secret that is not revoked. */
  reports: z.boolean(),
  last: z.nullable(z.number()),
  batches: z.number(),
  bytes: z.number(),
  /** Batches stored and not counted yet. */
  waiting: z.number(),
  /** Holes in the log that are still open and not acknowledged, and the bytes that are missing in them. */
  gaps: z.number(),
  missing: z.number(),
  /**
   * Whether a match is on: `unknown` counts nothing until a round is decided or a match begins, `off` until one begins. Null
   * where no log was counted yet.
   */
  match: z.nullable(z.enum(['on', 'off', 'unknown'])),
})

export const operatorAcknowledgeLogGaps = defineCall({
  id: 'operatorAcknowledgeLogGaps',
  method: 'POST',
  path: '/api/operator/servers/:id/acknowledge-gaps',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  audit: 'acknowledgeGaps',
  summary:
    'Acknowledges the gaps in a server’s log: they are no longer counted, and the overview no longer lists the server until another gap is found. Returns the acknowledged gaps.',
  params: idParams,
  reply: z.object({ gaps: z.number(), missing: z.number() }),
  errors: ['server.not_registered'],
})

export const operatorListLogFeeds = defineCall({
  id: 'operatorListLogFeeds',
  method: 'GET',
  path: '/api/operator/feeds',
  who: 'operator',
  area: 'servers',
  tag: 'operator',
  summary:
    'How every registered server reports: the last report, the backlog, the gaps. Of the last 30 days.',
  reply: z.array(logFeedSchema),
})
