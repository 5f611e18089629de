import * as z from 'zod/mini'
import { eventKindNames, severities } from '../../rules/notifications/event-kinds.ts'
import { digestIntervals } from '../../rules/notifications/rules.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, nameLine } from '../shared/fields.ts'
import { expectedRevision, expectedRevisionInQuery } from '../shared/list-query.ts'

export const ruleNameMaxLength = 40
const maxServers = 500

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1_439))

const fields = {
  name: nameLine(ruleNameMaxLength).check(z.minLength(1)),
  channelId: idSchema,
  /** The events that it takes. */
  kinds: z.array(z.enum(eventKindNames)).check(z.minLength(1), z.maxLength(eventKindNames.length)),
  /** Less urgent events are left out. */
  minSeverity: z.enum(severities),
  /** The registered servers that it is limited to; null for all. Events of no server always pass. */
  serverIds: z.nullable(z.array(idSchema).check(z.minLength(1), z.maxLength(maxServers))),
  /** Minutes of the day in Asia/Shanghai in which only critical events are sent; what happens then follows as one message. */
  quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  /** The events of an interval of this length are sent as one message; 0: each at once. Critical ones are always sent at once. */
  digestMinutes: z.literal(digestIntervals),
  enabled: z.boolean(),
}

/** Which events go to a channel, and when. */
export const ruleSchema = z.object({ id: idSchema, ...fields, revision: z.int() })

export type Rule = z.infer<typeof ruleSchema>

const calls = { who: 'operator', area: 'settings', tag: 'operator' } as const

export const operatorListRules = defineCall({
  ...calls,
  id: 'operatorListRules',
  method: 'GET',
  path: '/api/operator/notification-rules',
  summary: 'The rules by which events are sent to channels, by name.',
  reply: z.array(ruleSchema),
})

export const operatorAddRule = defineCall({
  ...calls,
  id: 'operatorAddRule',
  method: 'POST',
  path: '/api/operator/notification-rules',
  audit: 'addNotificationRule',
  summary:
    'Adds a rule; it applies to what happens from then on. Kinds of events whose area the caller may not read are refused with `operator.not_permitted`.',
  body: z.strictObject({
    ...fields,
    minSeverity: z._default(fields.minSeverity, 'info'),
    serverIds: z._default(fields.serverIds, null),
    quiet: z._default(fields.quiet, null),
    digestMinutes: z._default(fields.digestMinutes, 0),
    enabled: z._default(fields.enabled, true),
  }),
  reply: ruleSchema,
  errors: ['channel.not_found'],
})

export const operatorChangeRule = defineCall({
  ...calls,
  id: 'operatorChangeRule',
  method: 'PATCH',
  path: '/api/operator/notification-rules/:id',
  audit: 'changeNotificationRule',
  summary: 'Changes the given fields of a rule; messages that wait already are sent as before.',
  params: idParams,
  body: z.partial(z.strictObject({ ...fields, revision: expectedRevision })),
  reply: ruleSchema,
  errors: ['rule.not_found', 'channel.not_found', 'edit.conflict'],
})

export const operatorRemoveRule = defineCall({
  ...calls,
  id: 'operatorRemoveRule',
  method: 'DELETE',
  path: '/api/operator/notification-rules/:id',
  audit: 'removeNotificationRule',
  summary: 'Removes a rule; messages that wait already are sent.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['rule.not_found', 'edit.conflict'],
})
