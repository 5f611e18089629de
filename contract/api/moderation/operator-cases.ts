import * as z from 'zod/mini'
import { appealAuthors } from '../../rules/moderation/appeals.ts'
import { caseKinds, caseOutcomes, reportReasons } from '../../rules/moderation/cases.ts'
import { anomalyKinds } from '../../rules/leaderboard/anomalies.ts'
import { appealText } from './appeals.ts'
import { hasAddressOfBan, sanctionFields } from './operator-sanctions.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, line, multilineText, steamIdSchema } from '../shared/fields.ts'
import { expectedRevision, listQuery, listReply, sortColumn } from '../shared/list-query.ts'

export const caseCommentMaxLength = 1_000
export const caseNoteMaxLength = 300

export const caseServerSchema = z.nullable(z.object({ id: z.string(), name: z.string() }))

/** What the queue of the operators holds, of one player. Times in ms since 1970 (UTC). */
export const caseSchema = z.object({
  id: idSchema,
  kind: z.enum(caseKinds),
  steamId: z.string(),
  /** What the portal calls the player now; empty where it knows no name. */
  name: z.string(),
  /** Where the player was last reported or flagged. */
  server: caseServerSchema,
  reportCount: z.int(),
  /** The sum of the reports' weights: 100 for one of a reporter without rejected reports. */
  weight: z.int(),
  flagCount: z.int(),
  /** The SteamID64 of the operator who took it; null where it waits. */
  assignee: z.nullable(z.string()),
  assigneeName: z.string(),
  opened: z.number(),
  /** When something was last added. */
  updated: z.number(),
  closed: z.nullable(z.number()),
  outcome: z.nullable(z.enum(caseOutcomes)),
  revision: z.int(),
})

export type Case = z.infer<typeof caseSchema>

/** `steamId` is null for a bot. */
const playerInLog = z.object({ steamId: z.nullable(z.string()), name: z.string() })

/** What the log of a server says around a report: a chat message, a kill, or that the reported player came or went. */
export const evidenceLineSchema = z.object({
  at: z.number(),
  kind: z.enum(['said', 'killed', 'connected', 'left']),
  player: playerInLog,
  /** Of a message: what was said. */
  text: z.optional(z.string()),
  toTeam: z.optional(z.boolean()),
  /** Of a kill. */
  victim: z.optional(playerInLog),
  weapon: z.optional(z.string()),
  headshot: z.optional(z.boolean()),
})

export type EvidenceLine = z.infer<typeof evidenceLineSchema>

export const caseReportSchema = z.object({
  id: idSchema,
  reporter: z.string(),
  reporterName: z.string(),
  /** What the player was called when they were reported. */
  name: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
  source: z.enum(['page', 'chat']),
  server: caseServerSchema,
  at: z.number(),
  weight: z.int(),
  /** Null until it is collected; empty where the server's log says nothing. */
  evidence: z.nullable(z.array(evidenceLineSchema)),
})

export type CaseReport = z.infer<typeof caseReportSchema>

export const caseFlagSchema = z.object({
  id: idSchema,
  kind: z.enum(anomalyKinds),
  /** The evidence in numbers: `{ kills: 48, seconds: 60 }`. */
  detail: z.catchall(z.object({}), z.union([z.string(), z.number()])),
  server: caseServerSchema,
  at: z.number(),
  dismissed: z.nullable(z.number()),
})

/** An author is a SteamID64, `operator` for the operator's token, or `token:` and the name of an API token. */
const authorFields = { author: z.string(), authorName: z.string() }

export const caseCommentSchema = z.object({ id: idSchema, ...authorFields, text: z.string(), at: z.number() })

export const appealMessageSchema = z.object({
  id: idSchema,
  by: z.enum(appealAuthors),
  ...authorFields,
  text: z.string(),
  at: z.number(),
})

export const caseDetailSchema = z.extend(caseSchema, {
  /** What the reporters read of the outcome. */
  note: z.string(),
  closedBy: z.nullable(z.string()),
  closedByName: z.string(),
  /** The case that this one is a duplicate of. */
  duplicateOf: z.nullable(z.string()),
  /** The sanction that it led to, or that is appealed against. */
  sanctionId: z.nullable(z.string()),
  /** The newest first, 100 at most. */
  reports: z.array(caseReportSchema),
  flags: z.array(caseFlagSchema),
  comments: z.array(caseCommentSchema),
  /** Of an appeal: what the player and the operators wrote, the oldest first. */
  messages: z.array(appealMessageSchema),
  /** The other cases of the player, the newest first, 20 at most. */
  others: z.array(caseSchema),
})

export type CaseDetail = z.infer<typeof caseDetailSchema>

const calls = { who: 'operator', area: 'reports', tag: 'operator' } as const

export const operatorListCases = defineCall({
  ...calls,
  id: 'operatorListCases',
  method: 'GET',
  path: '/api/operator/cases',
  summary:
    'The cases of the moderation queue: opened by reports, anomaly flags or appeals. `kind` also finds cases that others joined. `find` is a part of the player’s name or their SteamID64.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('updated', 'opened', 'weight'),
    state: z._default(z.enum(['open', 'closed']), 'open'),
    assigned: z.optional(z.enum(['me', 'none'])),
    kind: z.optional(z.enum(caseKinds)),
    server: z.optional(idSchema),
    steamId: z.optional(steamIdSchema),
  }),
  reply: listReply(caseSchema),
  errors: ['search.too_long'],
})

export const operatorGetCase = defineCall({
  ...calls,
  id: 'operatorGetCase',
  method: 'GET',
  path: '/api/operator/cases/:id',
  summary: 'One case: its reports with the chat and events around them, flags, comments, and the appeal.',
  params: idParams,
  reply: caseDetailSchema,
  errors: ['case.not_found', 'user.own_account'],
})

const revision = { revision: expectedRevision }
const caseNote = z._default(line(caseNoteMaxLength).check(z.trim()), '')

export const operatorTakeCase = defineCall({
  ...calls,
  id: 'operatorTakeCase',
  method: 'POST',
  path: '/api/operator/cases/:id/take',
  audit: 'takeCase',
  summary:
    'Assigns a case to the caller. One that another operator has is refused with their name (`case.taken`), unless `takeOver` is true.',
  params: idParams,
  body: z.strictObject({ takeOver: z._default(z.boolean(), false), ...revision }),
  reply: caseDetailSchema,
  errors: ['case.not_found', 'user.own_account', 'case.taken', 'case.closed', 'edit.conflict'],
})

export const operatorReleaseCase = defineCall({
  ...calls,
  id: 'operatorReleaseCase',
  method: 'POST',
  path: '/api/operator/cases/:id/release',
  audit: 'releaseCase',
  summary: 'Gives a case of the caller’s own back to the queue.',
  params: idParams,
  body: z.strictObject(revision),
  reply: caseDetailSchema,
  errors: ['case.not_found', 'user.own_account', 'case.taken', 'case.closed', 'edit.conflict'],
})

export const operatorCommentCase = defineCall({
  ...calls,
  id: 'operatorCommentCase',
  method: 'POST',
  path: '/api/operator/cases/:id/comments',
  audit: 'commentCase',
  summary: 'Adds a comment that only operators see.',
  params: idParams,
  body: z.strictObject({ text: multilineText(caseCommentMaxLength).check(z.trim(), z.minLength(1)) }),
  reply: caseDetailSchema,
  errors: ['case.not_found', 'user.own_account'],
})

export const operatorCloseCase = defineCall({
  ...calls,
  id: 'operatorCloseCase',
  method: 'POST',
  path: '/api/operator/cases/:id/close',
  audit: 'closeCase',
  summary:
    'Closes a case with its outcome, and dismisses its anomaly flags. The note is shown to every reporter, or to the player who appeals. `lifted` also lifts the sanction, and takes the right to change players. A case that another operator has is refused (`case.taken`).',
  params: idParams,
  body: z.strictObject({
    outcome: z.enum(caseOutcomes),
    note: caseNote,
    /** Of a duplicate: the case that remains. */
    duplicateOf: z._default(z.nullable(idSchema), null),
    /** Of the outcome `sanction`: which one, if it was made here. */
    sanctionId: z._default(z.nullable(idSchema), null),
    ...revision,
  }),
  reply: caseDetailSchema,
  errors: [
    'case.not_found',
    'case.taken',
    'case.closed',
    'case.other_outcome',
    'sanction.not_found',
    'operator.outranked',
    'user.own_account',
    'edit.conflict',
  ],
})

export const operatorSanctionCase = defineCall({
  ...calls,
  id: 'operatorSanctionCase',
  method: 'POST',
  path: '/api/operator/cases/:id/sanction',
  audit: 'sanctionCase',
  summary:
    'Bans, mutes or gags the player of a case and closes it with the outcome `sanction`, in one transaction. It takes the right to change players, too.',
  params: idParams,
  body: z
    .strictObject({ ...sanctionFields, note: caseNote, ...revision })
    .check(z.refine(hasAddressOfBan, 'only a ban has an address')),
  reply: caseDetailSchema,
  errors: [
    'case.not_found',
    'user.own_account',
    'case.taken',
    'case.closed',
    'case.other_outcome',
    'sanction.exists',
    'server.not_registered',
    'operator.outranked',
    'edit.conflict',
  ],
})

export const operatorAnswerAppeal = defineCall({
  ...calls,
  id: 'operatorAnswerAppeal',
  method: 'POST',
  path: '/api/operator/cases/:id/answer',
  audit: 'answerAppeal',
  summary: 'Answers the player of an open appeal, who reads it without the name of the operator.',
  params: idParams,
  body: z.strictObject({ text: appealText, ...revision }),
  reply: caseDetailSchema,
  errors: [
    'case.not_found',
    'user.own_account',
    'case.taken',
    'case.closed',
    'case.no_appeal',
    'edit.conflict',
  ],
})

export const operatorReopenCase = defineCall({
  ...calls,
  id: 'operatorReopenCase',
  method: 'POST',
  path: '/api/operator/cases/:id/reopen',
  audit: 'reopenCase',
  summary:
    'Opens a closed case again. What its outcome changed stays: a sanction is lifted by itself. Refused while another case of the player is open.',
  params: idParams,
  body: z.strictObject(revision),
  reply: caseDetailSchema,
  errors: ['case.not_found', 'user.own_account', 'case.not_closed', 'case.other_open', 'edit.conflict'],
})
