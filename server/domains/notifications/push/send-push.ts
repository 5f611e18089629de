import { createHmac } from 'node:crypto'
import { outcomeOfStatus } from '@clutch/contract/rules/notifications/retries.ts'
import { isStoredPushKind, renderPush } from '@clutch/contract/rules/notifications/push-messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type SendResult, describeAnswer, readStatus, sendRequest, truncateBytes } from '../senders/sender.ts'
import { encryptPayload } from './push-encryption.ts'
import { type PushKeys, signPushRequest } from './push-keys.ts'
import type { MessageRow } from './push-messages.store.ts'
import type { SubscriptionRow } from './push-subscriptions.store.ts'
import { createEndpointPolicy, isAllowedProtocol, openTarget } from './push-target.ts'

export type PushContext = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** Of a payload of 3,993 bytes. */
const titleMaxBytes = 500
const bodyMaxBytes = 1_500
/** RFC 8030 §5.4. */
const topicLength = 32
const noAnswer = 'the push service did not answer'

/** One message as it is sent: of the outbox, or a test. */
export type PushMessage = Pick<MessageRow, 'id' | 'kind' | 'thread' | 'subject' | 'fields' | 'expires_at'>

/**
 * Sends a message to the push service of a browser (RFC 8030), signed and encrypted for that browser. The topic is that of its thread and
 * subject, so that the push service and the browser replace the message before. Never throws for what the service does. The problem
 * is for players, who name the address: it has the status and nothing else of the answer, nor why there is none.
 */
export async function sendPush(
  context: PushContext,
  keys: PushKeys,
  subscription: Pick<SubscriptionRow, 'id' | 'target' | 'language'>,
  message: PushMessage,
): Promise<SendResult> {
  const { kind, subject, thread, id, expires_at: expires } = message
  if (!isStoredPushKind(kind)) return { outcome: 'refused', status: null, problem: 'an unknown kind' }
  const target = openTarget(context, subscription)
  if (!target)
    return { outcome: 'refused', status: null, problem: 'stored with a key that the portal no longer has' }
  // One that was stored while it was allowed.
  if (!isAllowedProtocol(context.config, target.endpoint))
    return { outcome: 'refused', status: null, problem: noAnswer }
  const language = subscription.language === 'en' ? 'en' : 'zh'
  const values = message.fields as Record<string, string | number>
  const { title, body, page, urgency } = renderPush({ kind, subject, values }, language)
  const topic = topicOf(context, thread, subject)
  const payload = {
    id,
    title: truncateBytes(title, titleMaxBytes),
    body: truncateBytes(body, bodyMaxBytes),
    page,
    topic,
    language,
  }
  const now = context.clock.now()
  const { publicUrl } = context.config
  const contact = publicUrl.startsWith('https:') ? publicUrl : null
  const request = {
    may: createEndpointPolicy(context.config),
    body: encryptPayload(Buffer.from(JSON.stringify(payload)), target.keys),
    headers: {
      authorization: signPushRequest(keys, { endpoint: target.endpoint, contact, now }),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(Math.max(0, Math.ceil((expires.getTime() - now.getTime()) / 1_000))),
      urgency,
      topic,
    },
  }
  const result = await sendRequest(context, target.endpoint, request, readStatus)
  const { status } = result
  if (status === null) return { ...result, problem: noAnswer }
  const outcome = outcomeOfPush(status)
  return { ...result, outcome, problem: outcome === 'sent' ? '' : describeAnswer(status, '') }
}

/** 404 and 410 end a subscription (RFC 8030 §7.3); 401 and 403 refuse the key, which no repetition changes. */
function outcomeOfPush(status: number): SendResult['outcome'] {
  if (status === 404) return 'gone'
  return status === 401 || status === 403 ? 'refused' : outcomeOfStatus(status)
}

/** Says nothing to the push service, which reads it. */
function topicOf({ keys }: Pick<AppContext, 'keys'>, thread: string, subject: string): string {
  const [current] = keys.signingKeys('push-topic')
  if (!current) throw new Error('the key ring is empty')
  const digest = createHmac('sha256', current.key).update(`${thread} ${subject}`).digest('base64url')
  return digest.slice(0, topicLength)
}
