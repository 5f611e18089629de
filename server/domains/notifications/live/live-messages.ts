import { createHash } from 'node:crypto'
import { channelLanguages } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import { retryDelayMs } from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../../platform/context.ts'
import { readPortalSettings } from '../../content/index.ts'
import { openChannel } from '../channels/channel-target.ts'
import { selectEnabledChannel } from '../deliveries/sending.store.ts'
import { readDiscordAnswer } from '../senders/discord.sender.ts'
import { type SendResult, readObject, sendJson, sendRequest } from '../senders/sender.ts'
import { type LiveServer, toLiveEmbed } from './live-embed.ts'
import * as store from './live-messages.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'config' | 'log'>

/** Discord: the message was deleted. */
const unknownMessage = 10_008
const failureDelay = retryDelayMs(5)

/**
 * Edits the messages that show the server list, where the list changed since; one that was deleted in the channel is sent again. A
 * failure is tried again after a while. Each message is edited at most once in its interval.
 */
export async function updateLiveMessages(
  context: Dependencies,
  readServers: () => Promise<readonly LiveServer[]>,
): Promise<void> {
  const due = await store.takeDueLiveMessages(context.database, context.clock.now())
  if (due.length === 0) return
  const servers = await readServers()
  const { settings } = await readPortalSettings(context.database)
  await Promise.all(
    due.map((message) => updateLiveMessage(context, message, { servers, community: settings.name })),
  )
}

async function updateLiveMessage(
  context: Dependencies,
  message: store.LiveMessage,
  { servers, community }: { servers: readonly LiveServer[]; community: string },
): Promise<void> {
  const channel = await selectEnabledChannel(context.database, message.channel_id)
  if (!channel) return
  const target = openChannel(context, channel)?.target
  if (target?.kind !== 'discord') return
  const language = channelLanguages.find((one) => one === channel.language) ?? 'zh'
  const embed = toLiveEmbed(servers, { community, url: context.config.publicUrl, language })
  const shown = createHash('sha256').update(JSON.stringify(embed)).digest()
  if (message.message_id !== null && message.shown?.equals(shown)) return
  const result = await sendEmbed(context, new URL(target.url), message.message_id, embed)
  if (result.outcome === 'sent') {
    const messageId = result.messageId ?? message.message_id
    try {
      await store.saveShown(context.database, channel.id, { message_id: messageId, shown })
    } catch (error) {
      // The next pass would send it again, and this one would stay in the channel.
      if (messageId !== null && messageId !== message.message_id)
        await deleteMessage(context, new URL(target.url), messageId)
      throw error
    }
    return
  }
  context.log.warn(
    { channel: channel.id, problem: result.problem },
    'the server list of a channel was not updated',
  )
  const waitMs = Math.max(result.afterMs ?? failureDelay, message.every_seconds * 1_000)
  await store.postponeLiveMessage(
    context.database,
    channel.id,
    new Date(context.clock.now().getTime() + waitMs),
  )
}

type LiveResult = SendResult & { messageId?: string; isDeleted?: boolean }

async function sendEmbed(
  context: Dependencies,
  webhook: URL,
  messageId: string | null,
  embed: object,
): Promise<LiveResult> {
  const timestamp = context.clock.now().toISOString()
  const body = JSON.stringify({ allowed_mentions: { parse: [] }, embeds: [{ ...embed, timestamp }] })
  if (messageId !== null) {
    const address = new URL(webhook)
    address.pathname += `/messages/${messageId}`
    const edited = await request(context, address, 'PATCH', body)
    if (edited.isDeleted !== true) return edited
  }
  const address = new URL(webhook)
  address.searchParams.set('wait', 'true')
  return request(context, address, 'POST', body)
}

async function deleteMessage(context: Dependencies, webhook: URL, messageId: string): Promise<void> {
  const address = new URL(webhook)
  address.pathname += `/messages/${messageId}`
  await sendRequest(context, address, { method: 'DELETE' })
}

async function request(
  context: Dependencies,
  address: URL,
  method: 'POST' | 'PATCH',
  body: string,
): Promise<LiveResult> {
  let seen: Pick<LiveResult, 'messageId' | 'isDeleted'> = {}
  const result = await sendJson(context, address, { method, body }, (response, now) => {
    const { id, code } = readObject(response.body)
    seen = { ...(typeof id === 'string' && { messageId: id }), isDeleted: code === unknownMessage }
    return readDiscordAnswer(response, now)
  })
  return { ...result, ...seen }
}
