import { communityTimeZone } from '../../limits.ts'
import { type EventFieldName, type Words, eventFields } from './event-fields.ts'
import type { ChannelLanguage } from './channel-kinds.ts'
import { type EventKind, type Severity, eventKinds, severities } from './event-kinds.ts'

/** Field values as they are stored; of the types that `eventFields` names. */
type StoredFields = Readonly<Record<string, string | number | Words>>

/** What one message says. Times in ms since 1970 (UTC). */
export type MessageContent =
  | { type: 'event'; kind: EventKind; subject: string; at: number; fields: StoredFields }
  | {
      type: 'digest'
      from: number
      to: number
      counts: readonly { kind: EventKind; count: number }[]
      /** The latest of them. */
      samples: readonly { kind: EventKind; fields: StoredFields }[]
    }
  | { type: 'test'; channel: string; at: number }

/** A message in the language of a channel, as text without markup. */
export interface RenderedMessage {
  title: string
  lines: readonly { name: string; value: string }[]
  /** The page that says more. */
  url: string
  severity: Severity
  /** When it happened, ms since 1970 (UTC). */
  at: number
}

const digestTexts = {
  title: (count: number): Words => ({ zh: `${count} 条通知`, en: `${count} notifications` }),
  period: { zh: '时段', en: 'Period' },
  latest: { zh: '最近', en: 'Latest' },
} as const
const testTexts = {
  title: { zh: '测试消息', en: 'Test message' },
  text: (channel: string): Words => ({
    zh: `渠道“${channel}”可以收到通知。`,
    en: `The channel “${channel}” receives notifications.`,
  }),
  name: { zh: '说明', en: 'Note' },
} as const

/** Renders a message. `publicUrl` is the portal's address without a slash at its end. */
export function renderMessage(
  content: MessageContent,
  language: ChannelLanguage,
  publicUrl: string,
): RenderedMessage {
  const say = (words: Words) => inLanguage(words, language)
  if (content.type === 'test')
    return {
      title: say(testTexts.title),
      lines: [{ name: say(testTexts.name), value: say(testTexts.text(content.channel)) }],
      url: `${publicUrl}/admin/notifications`,
      severity: 'info',
      at: content.at,
    }
  if (content.type === 'event') {
    const { severity, page } = eventKinds[content.kind]
    return {
      title: say(titleOf(content)),
      lines: linesOf(content, language),
      url: publicUrl + page(content.subject),
      severity,
      at: content.at,
    }
  }
  return renderDigest(content, language, publicUrl)
}

/** The title of an event in both languages. */
export function titleOf({ kind, fields }: { kind: EventKind; fields: StoredFields }): Words {
  // The stored fields of a kind are those of its definition.
  const title = eventKinds[kind].title as (values: StoredFields) => Words
  return title(fields)
}

function renderDigest(
  { from, to, counts, samples }: Extract<MessageContent, { type: 'digest' }>,
  language: ChannelLanguage,
  publicUrl: string,
): RenderedMessage {
  const say = (words: Words) => inLanguage(words, language)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const severity =
    severities[Math.max(0, ...counts.map(({ kind }) => severities.indexOf(eventKinds[kind].severity)))]
  return {
    title: say(digestTexts.title(total)),
    lines: [
      { name: say(digestTexts.period), value: `${formatTime(from)} – ${formatTime(to)}` },
      ...counts.map(({ kind, count }) => ({ name: say(eventKinds[kind].name), value: String(count) })),
      ...(samples.length > 0
        ? [{ name: say(digestTexts.latest), value: samples.map((one) => say(titleOf(one))).join('\n') }]
        : []),
    ],
    url: `${publicUrl}/admin/notifications`,
    severity: severity ?? 'info',
    at: to,
  }
}

function linesOf(
  { kind, fields }: Extract<MessageContent, { type: 'event' }>,
  language: ChannelLanguage,
): RenderedMessage['lines'] {
  const names: readonly EventFieldName[] = eventKinds[kind].fields
  return names.flatMap((field) => {
    const value = fields[field]
    const text = value === undefined ? '' : formatValue(field, value, language)
    return text === '' ? [] : [{ name: inLanguage(eventFields[field].name, language), value: text }]
  })
}

function formatValue(
  field: EventFieldName,
  value: string | number | Words,
  language: ChannelLanguage,
): string {
  if (typeof value === 'object') return inLanguage(value, language)
  if (eventFields[field].type === 'time' && typeof value === 'number') return formatTime(value)
  return String(value)
}

function inLanguage({ zh, en }: Words, language: ChannelLanguage): string {
  if (language === 'both') return zh === en ? zh : `${zh} / ${en}`
  return language === 'zh' ? zh : en
}

const timeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: communityTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A time as `2026-11-21 18:10` in Asia/Shanghai. */
export function formatTime(at: number): string {
  return timeFormat.format(at)
}
