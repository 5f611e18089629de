import type { Severity } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { LimitedResponse } from '../../../platform/network/fetch-with-limits.ts'
import {
  type OutgoingMessage,
  type SendResult,
  type Sender,
  describeAnswer,
  readObject,
  readStatus,
  sendJson,
  truncate,
} from './sender.ts'

/** Discord's limits of an embed, in UTF-16 units; title, fields and footer together at most 6,000. */
const titleMax = 256
const fieldNameMax = 256
const fieldValueMax = 1_024
const fieldsMax = 25
const embedMax = 6_000

const colors: Record<Severity, number> = { info: 0x3b_82_f6, warning: 0xf5_9e_0b, critical: 0xef_44_44 }

/** Answers of a webhook that was deleted: 10015 Unknown Webhook, 50027 Invalid Webhook Token. */
const goneCodes = new Set([10_015, 50_027])

/** A message of a Discord webhook: one embed, which mentions no one. */
export const sendDiscord: Sender<'discord'> = (context, { url }, message) => {
  const address = new URL(url)
  // With it Discord answers only when the message exists, and says why it does not.
  address.searchParams.set('wait', 'true')
  return sendJson(context, address, { body: JSON.stringify(toDiscordMessage(message)) }, readDiscordAnswer)
}

function toDiscordMessage({ id, rendered }: OutgoingMessage) {
  const { title, lines, url, severity, at } = rendered
  const footer = `#${id.slice(-12)}`
  const heading = truncate(escapeMarkdown(title), titleMax)
  let left = embedMax - heading.length - footer.length
  const fields = []
  for (const { name, value } of lines.slice(0, fieldsMax)) {
    const shown = truncate(escapeMarkdown(value), fieldValueMax)
    const named = truncate(escapeMarkdown(name), fieldNameMax)
    left -= shown.length + named.length
    if (left < 0) break
    fields.push({ name: named, value: shown, inline: shown.length <= 30 })
  }
  return {
    // Texts of players name no roles and no persons.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: heading,
        url,
        color: colors[severity],
        fields,
        footer: { text: footer },
        timestamp: new Date(at).toISOString(),
      },
    ],
  }
}

/** A text as Discord shows it: without markup, links and mentions. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<:-]/g, String.raw`\$&`).replaceAll('@', '@\u200B')
}

/** A 429 says in its body how long to wait, in seconds; of the whole address it says `global`. */
export function readDiscordAnswer(response: LimitedResponse, now: number): SendResult {
  const result = readStatus(response, now)
  if (result.outcome === 'sent') return result
  const { retry_after: seconds, code } = readObject(response.body)
  if (typeof code === 'number' && goneCodes.has(code)) {
    const problem = describeAnswer(response.status, response.body.toString('utf8'), 'removed')
    return { ...result, outcome: 'gone', problem }
  }
  if (result.outcome !== 'limited') return result
  const stated = typeof seconds === 'number' && Number.isFinite(seconds) ? Math.ceil(seconds * 1_000) : null
  return { ...result, afterMs: stated ?? result.afterMs ?? null }
}
