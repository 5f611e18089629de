import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** 256 random bits, base64url: what a server shows to be believed. */
export const eventSecretSchema = z.string().check(z.regex(/^[\w-]{43}$/))

/** Batches are stored unchanged, in any content type; the events domain parses them after the answer. */
export const postServerLog = defineCall({
  id: 'postServerLog',
  method: 'POST',
  path: '/api/events/log/:secret',
  accepts: 'text/plain',
  who: 'game-server',
  tag: 'events',
  summary:
    'A batch of the HTTP log of CS2 (`logaddress_add_http`), with the secret in the path since no header can be set. 200 once it is stored durably; counted once, however often it is sent.',
  params: z.object({ secret: z.string() }),
  reply: z.object({}),
  errors: [
    'event.unknown_secret',
    'event.revoked',
    'event.over_limit',
    'request.too_large',
    'request.unsupported_media',
  ],
})

export const postMatchEvent = defineCall({
  id: 'postMatchEvent',
  method: 'POST',
  path: '/api/events/matchzy',
  accepts: 'application/json',
  who: 'game-server',
  tag: 'events',
  summary:
    'An event of MatchZy (`matchzy_remote_log_url`); its header is `Authorization: Bearer SECRET`. 200 once it is stored durably.',
  reply: z.object({}),
  errors: [
    'event.unknown_secret',
    'event.revoked',
    'event.over_limit',
    'request.too_large',
    'request.unsupported_media',
  ],
})
