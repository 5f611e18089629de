import * as z from 'zod/mini'
import { isEmail } from '../../rules/accounts/email-address.ts'
import {
  channelKindNames,
  channelLanguages,
  describeChannelAddress,
  isChannelAddress,
} from '../../rules/notifications/channel-kinds.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, line, nameLine } from '../shared/fields.ts'
import { expectedRevision, expectedRevisionInQuery } from '../shared/list-query.ts'

export const channelNameMaxLength = 40
export const channelMaxPerMinute = 600
/** How often the message of the server list may be edited, seconds. */
export const liveSecondsMin = 30
export const liveSecondsMax = 3_600
const addressMaxLength = 500
const maxRecipients = 10

const time = z.nullable(z.number())
const address = z
  .string()
  .check(z.maxLength(addressMaxLength), z.regex(/^https?:\/\/[\x21-\x7e]+$/, 'an http or https address'))
const addressOf = (kind: (typeof channelKindNames)[number]) =>
  address.check(z.refine((url) => isChannelAddress(kind, url), describeChannelAddress(kind)))
/** The key of a robot that signs; empty for a robot that does not. */
const robotSecret = z._default(z.string().check(z.maxLength(200), z.regex(/^[\x21-\x7e]*$/)), '')

/** Where a channel sends to, and its keys: taken, but never answered again. */
export const channelTargetSchema = z.union([
  z.strictObject({ kind: z.literal('discord'), url: addressOf('discord') }),
  z.strictObject({ kind: z.literal('webhook'), url: addressOf('webhook') }),
  z.strictObject({
    kind: z.literal('mail'),
    to: z
      .array(z.string().check(z.refine(isEmail, 'an e-mail address')))
      .check(z.minLength(1), z.maxLength(maxRecipients)),
  }),
  z.strictObject({ kind: z.literal('wecom'), url: addressOf('wecom') }),
  z.strictObject({ kind: z.literal('feishu'), url: addressOf('feishu'), secret: robotSecret }),
  z.strictObject({ kind: z.literal('dingtalk'), url: addressOf('dingtalk'), secret: robotSecret }),
  z.strictObject({
    kind: z.literal('onebot'),
    url: addressOf('onebot'),
    token: robotSecret,
    /** The number of the QQ group. */
    groupId: z.string().check(z.regex(/^[1-9]\d{4,11}$/, 'the number of a QQ group')),
  }),
])

export type ChannelTarget = z.infer<typeof channelTargetSchema>

export const channelStates = ['good', 'failing', 'disabled', 'off'] as const

/** A channel without its address and keys. Times are ms since 1970 (UTC). */
export const channelSchema = z.object({
  id: idSchema,
  kind: z.enum(channelKindNames),
  name: z.string(),
  language: z.enum(channelLanguages),
  /** The host it sends to, or the e-mail addresses. */
  target: z.string(),
  enabled: z.boolean(),
  /** The most messages in a minute; beyond it events are collected into one message. Null: no limit. */
  perMinute: z.nullable(z.int()),
  /** `failing`: the last message was not taken; `disabled`: by the portal, after days of failures; `off`: by an operator. */
  state: z.enum(channelStates),
  failingSince: time,
  /** Why the last message was not taken; empty after a success. */
  problem: z.string(),
  lastSent: time,
  /** Messages that wait to be sent. */
  waiting: z.int(),
  /** Until when the former secret of a signed webhook signs, too. */
  formerSecretUntil: time,
  /** Of a Discord webhook: the server list is one message, edited at most once in this many seconds; null: it is not shown. */
  liveSeconds: z.nullable(z.int()),
  revision: z.int(),
})

export type Channel = z.infer<typeof channelSchema>

const fields = {
  name: nameLine(channelNameMaxLength).check(z.minLength(1)),
  language: z.enum(channelLanguages),
  perMinute: z.nullable(z.int().check(z.minimum(1), z.maximum(channelMaxPerMinute))),
  target: channelTargetSchema,
  liveSeconds: z.nullable(z.int().check(z.minimum(liveSecondsMin), z.maximum(liveSecondsMax))),
}

const calls = { who: 'operator', area: 'settings', tag: 'operator' } as const

export const operatorListChannels = defineCall({
  ...calls,
  id: 'operatorListChannels',
  method: 'GET',
  path: '/api/operator/notification-channels',
  summary: 'The channels that notifications are sent to, by name; without their addresses and keys.',
  reply: z.array(channelSchema),
})

export const operatorAddChannel = defineCall({
  ...calls,
  id: 'operatorAddChannel',
  method: 'POST',
  path: '/api/operator/notification-channels',
  audit: 'addChannel',
  summary:
    'Adds a channel. Of a signed webhook the answer holds the secret that its signatures are checked with, which is answered only here; of every other kind null.',
  body: z.strictObject({
    ...fields,
    language: z._default(fields.language, 'zh'),
    /** Without it the limit of the service. */
    perMinute: z.optional(fields.perMinute),
    liveSeconds: z._default(fields.liveSeconds, null),
  }),
  reply: z.object({ channel: channelSchema, secret: z.nullable(z.string()) }),
  errors: ['channel.private_address', 'email.off'],
})

export const operatorChangeChannel = defineCall({
  ...calls,
  id: 'operatorChangeChannel',
  method: 'PATCH',
  path: '/api/operator/notification-channels/:id',
  audit: 'changeChannel',
  summary:
    'Changes the given fields of a channel. A target has the kind of the channel and replaces address and keys. `enabled` turns a channel off, or on again also after the portal disabled it.',
  params: idParams,
  body: z.partial(z.strictObject({ ...fields, enabled: z.boolean(), revision: expectedRevision })),
  reply: channelSchema,
  errors: ['channel.not_found', 'channel.private_address', 'edit.conflict'],
})

export const operatorRemoveChannel = defineCall({
  ...calls,
  id: 'operatorRemoveChannel',
  method: 'DELETE',
  path: '/api/operator/notification-channels/:id',
  audit: 'removeChannel',
  summary: 'Removes a channel with its rules and its delivery log.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['channel.not_found', 'edit.conflict'],
})

export const operatorTestChannel = defineCall({
  ...calls,
  id: 'operatorTestChannel',
  method: 'POST',
  path: '/api/operator/notification-channels/:id/test',
  audit: 'testChannel',
  summary: 'Sends a test message now, also on a channel that is off, and answers what the other side said.',
  params: idParams,
  reply: z.object({ sent: z.boolean(), status: z.nullable(z.int()), problem: line(300) }),
  errors: ['channel.not_found'],
})

export const operatorRotateChannelSecret = defineCall({
  ...calls,
  id: 'operatorRotateChannelSecret',
  method: 'POST',
  path: '/api/operator/notification-channels/:id/secret',
  audit: 'rotateChannelSecret',
  summary:
    'Gives a signed webhook a new secret, which is answered only here. For 24 hours messages are signed with both.',
  params: idParams,
  reply: z.object({ secret: z.string(), formerSecretUntil: z.number() }),
  errors: ['channel.not_found', 'channel.no_secret'],
})
