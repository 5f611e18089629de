import type { ChannelTarget } from '@clutch/contract/api/notifications/operator-channels.ts'
import { channelLanguages } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { isEventKind } from '@clutch/contract/rules/notifications/event-kinds.ts'
import { type MessageContent, renderMessage } from '@clutch/contract/rules/notifications/messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { openTarget } from '../channels/channel-target.ts'
import type { ChannelRow } from '../channels/channels.store.ts'
import { openSecrets } from '../channels/webhook-secret.ts'
import type { OutgoingMessage } from '../senders/sender.ts'
import { type DeliveryRow, selectEvent } from './sending.store.ts'

/** The message of a delivery in the language of its channel, and where it goes. */
export async function prepareMessage(
  context: Pick<AppContext, 'database' | 'keys' | 'config' | 'clock'>,
  channel: ChannelRow,
  delivery: Pick<DeliveryRow, 'id' | 'event_id' | 'content'>,
): Promise<{ target: ChannelTarget; message: OutgoingMessage }> {
  const { content, event } = await readContent(context.database, delivery)
  const language = channelLanguages.find((one) => one === channel.language) ?? 'zh'
  return {
    target: openTarget(context, channel),
    message: {
      id: delivery.id,
      content,
      event,
      language,
      rendered: renderMessage(content, language, context.config.publicUrl),
      secrets: openSecrets(context, channel, context.clock.now()),
    },
  }
}

/** What a delivery says: its event, or the content of its own. */
async function readContent(
  queries: Queries,
  { event_id, content }: Pick<DeliveryRow, 'event_id' | 'content'>,
): Promise<{ content: MessageContent; event: OutgoingMessage['event'] }> {
  // The portal wrote it itself.
  if (event_id === null) return { content: content as unknown as MessageContent, event: null }
  const row = await selectEvent(queries, event_id)
  if (!row || !isEventKind(row.kind))
    throw new Error('a delivery has an event that this version does not know')
  const { id, kind, subject, at, fields, server_id: serverId, steam_id: steamId } = row
  return {
    content: { type: 'event', kind, subject, at: at.getTime(), fields: fields as Record<string, string> },
    event: { id, serverId, steamId },
  }
}
