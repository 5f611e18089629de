import * as z from 'zod/mini'
import { pushKinds } from '../../rules/notifications/push-kinds.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, languageSchema } from '../shared/fields.ts'

/** A browser in which the caller gets notifications. Times in ms since 1970 (UTC). */
export const pushSubscriptionSchema = z.object({
  id: idSchema,
  /** SHA-256 of the address at the push service, base64url: by it a browser knows its own. */
  fingerprint: z.string(),
  /** As the browser named itself; the page makes words of it. */
  userAgent: z.string(),
  /** The host of the push service. */
  service: z.string(),
  language: languageSchema,
  created: z.number(),
  /** When the push service last took a notification; null before the first. */
  lastSent: z.nullable(z.number()),
  /** Why the last one was not taken; empty where it was. */
  problem: z.string(),
})

export type PushSubscription = z.infer<typeof pushSubscriptionSchema>

export const pushSettingsSchema = z.object({
  /** With which a browser subscribes (`applicationServerKey`), base64url. */
  publicKey: z.string(),
  /** The kinds that are turned off. */
  off: z.array(z.enum(pushKinds)),
  /** The newest first. */
  browsers: z.array(pushSubscriptionSchema),
})

export type PushSettings = z.infer<typeof pushSettingsSchema>

const shared = { who: 'user', tag: 'account' } as const
const limits = [{ name: 'push account', by: 'account' }] as const

export const getPushSettings = defineCall({
  ...shared,
  id: 'getPushSettings',
  method: 'GET',
  path: '/api/account/push',
  summary:
    'The caller’s browsers with notifications, the kinds that are turned off, and the key to subscribe with.',
  reply: pushSettingsSchema,
  errors: ['portal.feature_off'],
})

export const changePushSettings = defineCall({
  ...shared,
  id: 'changePushSettings',
  method: 'PATCH',
  path: '/api/account/push',
  limits,
  summary: 'Turns kinds of notifications off and on, in all browsers of the caller.',
  body: z.strictObject({ off: z.array(z.enum(pushKinds)).check(z.maxLength(pushKinds.length)) }),
  reply: pushSettingsSchema,
  errors: ['portal.feature_off'],
})

const base64url = (characters: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}$`)))

export const subscribeToPush = defineCall({
  ...shared,
  id: 'subscribeToPush',
  method: 'POST',
  path: '/api/account/push/browsers',
  limits,
  summary:
    'Adds a browser by what its `PushSubscription` says, or updates it; one of another user becomes the caller’s. Of more than ten the oldest goes.',
  body: z.strictObject({
    /** The address at the push service: https. */
    endpoint: z.string().check(z.maxLength(1_000), z.regex(/^https?:\/\/[\x21-\x7e]+$/)),
    keys: z.strictObject({
      /** A point of P-256, uncompressed: 65 bytes. */
      p256dh: base64url(87),
      /** 16 bytes. */
      auth: base64url(22),
    }),
    language: languageSchema,
  }),
  reply: pushSettingsSchema,
  errors: ['portal.feature_off', 'push.private_address'],
})

export const removePushBrowser = defineCall({
  ...shared,
  id: 'removePushBrowser',
  method: 'DELETE',
  path: '/api/account/push/browsers/:id',
  limits,
  summary: 'Ends notifications in one browser of the caller.',
  params: idParams,
  errors: ['push.not_found'],
})

export const testPushBrowser = defineCall({
  ...shared,
  id: 'testPushBrowser',
  method: 'POST',
  path: '/api/account/push/browsers/:id/test',
  limits,
  summary:
    'Sends a test notification to one browser of the caller. `gone`: its push service no longer knows it, and it was removed.',
  params: idParams,
  reply: z.object({
    state: z.enum(['sent', 'failed', 'gone']),
    /** The status that the push service answered, or that there was no answer; empty where it took the message. */
    problem: z.string(),
  }),
  errors: ['portal.feature_off', 'push.not_found'],
})
