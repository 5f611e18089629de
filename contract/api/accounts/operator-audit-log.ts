import * as z from 'zod/mini'
import { operatorAreas } from '../../rules/accounts/operator-rights.ts'
import { defineCall } from '../call.ts'
import { listReply, listQuery, sortColumn } from '../shared/list-query.ts'
import { line } from '../shared/fields.ts'

/**
 * A line of the audit log (C12). `actor` is a SteamID64, `operator` for the operator's token, `token:` and the name of an API
 * token (its id and owner are in the detail), or `anyone`; `at` in ms since 1970
 * (UTC). `before` and `after` are what an operator's act changed, null where nothing was or is.
 */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  /** What the actor is called, where that is known. */
  actorName: z.nullable(z.string()),
  /** The id of an operator's call (`operatorAddOperator`), or the action of a user on their own account (`LOGIN-STEAM`). */
  action: z.string(),
  subject: z.string(),
  /** What the subject is called, where it is a person the portal knows. */
  subjectName: z.nullable(z.string()),
  detail: z.looseObject({}),
  /** The code of the refusal; null for an action that succeeded. */
  refused: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  userAgent: z.string(),
})

export type AuditEntry = z.infer<typeof auditEntrySchema>

const exactMatch = z.optional(line(320))
const timestampQuery = z.optional(
  z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(253_402_300_799_000)),
)

const areaList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(400)),
    z.transform((text) => text.split(',')),
  ),
  z.array(z.enum(operatorAreas)),
)

export const operatorListAuditLog = defineCall({
  id: 'operatorListAuditLog',
  method: 'GET',
  path: '/api/operator/audit',
  who: 'operator',
  area: 'audit',
  tag: 'operator',
  summary:
    'The audit log, newest first. `find` is a part of actor, their name, subject, action, detail or change, within the last 90 days if there is no `from`; `by`: actions of operators, or of players on their own accounts; `area`: calls of an area, as roles permit them, several separated by commas.',
  query: z.object({
    ...listQuery,
    sort: sortColumn('at'),
    by: z.optional(z.enum(['operators', 'players'])),
    actor: exactMatch,
    subject: exactMatch,
    action: exactMatch,
    area: z.optional(areaList),
    outcome: z.optional(z.enum(['done', 'refused'])),
    /** Ms since 1970 (UTC), this moment included; `until` excluded. */
    from: timestampQuery,
    until: timestampQuery,
  }),
  reply: listReply(auditEntrySchema),
  errors: ['search.too_long'],
})
