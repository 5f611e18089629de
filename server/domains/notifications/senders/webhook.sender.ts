import { createHmac } from 'node:crypto'
import { titleOf } from '@clutch/contract/rules/notifications/messages.ts'
import { type OutgoingMessage, type Sender, sendJson } from './sender.ts'

/**
 * A webhook by the Standard Webhooks specification: `webhook-id` is the same in every attempt, `webhook-timestamp` that of the attempt,
 * and `webhook-signature` has one signature for each valid secret, so that receivers may change theirs meanwhile.
 */
export const sendWebhook: Sender<'webhook'> = (context, { url }, message) => {
  const timestamp = Math.floor(context.clock.now().getTime() / 1_000)
  const body = JSON.stringify(toPayload(message))
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': message.secrets
      .map((secret) => sign(secret, `${message.id}.${timestamp}.${body}`))
      .join(' '),
  }
  return sendJson(context, new URL(url), { body, headers })
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** What a receiver gets: the type, the time of the event, and its data. */
function toPayload({ content, event, rendered }: OutgoingMessage) {
  const timestamp = new Date(rendered.at).toISOString()
  if (content.type === 'test') return { type: 'test', timestamp, data: { channel: content.channel } }
  if (content.type === 'digest') {
    const { from, to, counts, samples } = content
    const latest = samples.map((sample) => ({
      type: sample.kind,
      fields: sample.fields,
      title: titleOf(sample),
    }))
    return {
      type: 'digest',
      timestamp,
      data: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), counts, latest },
    }
  }
  return {
    type: content.kind,
    timestamp,
    data: {
      id: event?.id,
      subject: content.subject,
      serverId: event?.serverId ?? null,
      steamId: event?.steamId ?? null,
      severity: rendered.severity,
      title: titleOf(content),
      fields: content.fields,
      url: rendered.url,
    },
  }
}
