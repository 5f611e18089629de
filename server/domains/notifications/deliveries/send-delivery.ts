import { type ChannelLanguage, channelLanguages } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { isEventKind } from '@clutch/contract/rules/notifications/event-kinds.ts'
import {
  type MessageContent,
  type RenderedMessage,
  renderMessage,
} from '@clutch/contract/rules/notifications/messages.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { openChannel } from '../channels/channel-target.ts'
import type { ChannelRow } from '../channels/channels.store.ts'
import { sendMessage } from '../senders/send-message.ts'
import type { OutgoingMessage, SendResult } from '../senders/sender.ts'
import { type DeliveryRow, selectEvent } from './sending.store.ts'

/**
 * Sends a delivery in the language of its channel. A message that this version cannot render is `refused`, so that it does not hold up
 * the next; a channel whose target cannot be opened is tried again, since another process may have the key.
 */
export async function sendDelivery(
  context: Pick<AppContext, 'database' | 'keys' | 'config' | 'clock' | 'jobs'>,
  channel: ChannelRow,
  delivery: Pick<DeliveryRow, 'id' | 'event_id' | 'content'>,
): Promise<SendResult> {
  const read = await readContent(context.database, delivery)
  const language = channelLanguages.find((one) => one === channel.language) ?? 'zh'
  const rendered = read && tryToRender(read.content, language, context.config.publicUrl)
  if (!rendered)
    return { outcome: 'refused', status: null, problem: 'a message that this version does not know' }
  const opened = openChannel(context, channel)
  if (!opened)
    return { outcome: 'retry', status: null, problem: 'stored with a key that the portal no longer has' }
  const { target, secrets } = opened
  return sendMessage(context, target, { id: delivery.id, ...read, language, rendered, secrets })
}

/** What a delivery says: its event, or the content of its own. Null for an event of another version. */
async function readContent(
  queries: Queries,
  { event_id, content }: Pick<DeliveryRow, 'event_id' | 'content'>,
): Promise<Pick<OutgoingMessage, 'content' | 'event'> | null> {
  // The portal wrote it itself.
  if (event_id === null) return { content: content as unknown as MessageContent, event: null }
  const row = await selectEvent(queries, event_id)
  if (!row || !isEventKind(row.kind)) return null
  const { id, kind, subject, at, fields, server_id: serverId, steam_id: steamId } = row
  return {
    content: { type: 'event', kind, subject, at: at.getTime(), fields: fields as Record<string, string> },
    event: { id, serverId, steamId },
  }
}

/** Null where another version wrote the content: then it may lack fields, or a digest may count other kinds. */
function tryToRender(
  content: MessageContent,
  language: ChannelLanguage,
  publicUrl: string,
): RenderedMessage | null {
  try {
    return renderMessage(content, language, publicUrl)
  } catch {
    return null
  }
}
