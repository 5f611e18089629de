import { randomUUIDv7 } from 'node:crypto'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorTestChannel } from '@clutch/contract/api/notifications/operator-channels.ts'
import type { MessageContent } from '@clutch/contract/rules/notifications/messages.ts'
import { channelNotFound } from '../channels/channels.service.ts'
import { selectChannel } from '../channels/channels.store.ts'
import type { SendingContext } from './send-channel.ts'
import { sendDelivery } from './send-delivery.ts'
import * as store from './sending.store.ts'

/**
 * Sends a test message now, whatever the state of the channel, and adds it to the delivery log. It neither counts against the limit
 * nor changes the state: an operator tries what they entered. Throws `channel.not_found`.
 */
export async function sendTestMessage(
  context: SendingContext,
  channelId: string,
): Promise<Reply<typeof operatorTestChannel>> {
  const { database, clock } = context
  const channel = (await selectChannel(database, channelId)) ?? channelNotFound()
  const now = clock.now()
  const content: MessageContent = { type: 'test', channel: channel.name, at: now.getTime() }
  const id = randomUUIDv7()
  const delivery = { id, event_id: null, content: content as never }
  const { outcome, status, problem } = await sendDelivery(context, channel, delivery)
  const isSent = outcome === 'sent'
  await store.insertOwnDelivery(database, {
    id,
    channel_id: channelId,
    kind: 'test',
    subject: channel.name,
    content: JSON.stringify(content),
    state: isSent ? 'sent' : 'failed',
    tries: 1,
    status,
    problem,
    due_at: now,
    sent_at: isSent ? clock.now() : null,
    created_at: now,
  })
  return { sent: isSent, status, problem }
}
