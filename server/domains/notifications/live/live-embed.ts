import type { ChannelLanguage } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import type { Words } from '@clutch/contract/rules/notifications/event-fields.ts'
import { escapeMarkdown } from '../senders/discord.sender.ts'
import { truncate } from '../senders/sender.ts'

/** A server as the message shows it. */
export interface LiveServer {
  name: string
  /** `ip:port`. */
  address: string
  isOnline: boolean
  map: string
  players: number
  max: number
}

const titleMax = 256
/** Discord's limit of a description is 4,096; the last line says how many servers are left out. */
const descriptionMax = 3_900
const color = 0x22_c5_5e
const offlineColor = 0x6b_72_80

const texts = {
  players: (players: number): Words => ({ zh: `在线玩家 ${players}`, en: `${players} players online` }),
  offline: { zh: '离线', en: 'offline' },
  more: (count: number): Words => ({ zh: `还有 ${count} 台服务器`, en: `${count} more servers` }),
  none: { zh: '暂无服务器', en: 'No servers' },
} as const

/** The embed of the server list, without its time. */
export function toLiveEmbed(
  servers: readonly LiveServer[],
  { community, url, language }: { community: string; url: string; language: ChannelLanguage },
) {
  const say = ({ zh, en }: Words) => (language === 'both' ? `${zh} / ${en}` : language === 'zh' ? zh : en)
  const lines: string[] = []
  let length = 0
  for (const server of servers) {
    const line = toLine(server, say(texts.offline))
    length += line.length + 1
    if (length > descriptionMax) break
    lines.push(line)
  }
  const hidden = servers.length - lines.length
  if (hidden > 0) lines.push(say(texts.more(hidden)))
  const players = servers.reduce((sum, one) => sum + (one.isOnline ? one.players : 0), 0)
  return {
    title: truncate(escapeMarkdown(community), titleMax),
    url,
    color: servers.some(({ isOnline }) => isOnline) ? color : offlineColor,
    description: lines.length === 0 ? say(texts.none) : lines.join('\n'),
    footer: { text: say(texts.players(players)) },
  }
}

function toLine({ name, address, isOnline, map, players, max }: LiveServer, offline: string): string {
  const title = `**${escapeMarkdown(truncate(name, 80))}**`
  const place = `\`${address}\``
  if (!isOnline) return `🔴 ${title} · ${offline} · ${place}`
  return `🟢 ${title} · ${escapeMarkdown(truncate(map, 40))} · ${players}/${max} · ${place}`
}
