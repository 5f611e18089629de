import type { Severity } from '@clutch/contract/rules/notifications/event-kinds.ts'
import type { RenderedMessage } from '@clutch/contract/rules/notifications/messages.ts'
import { type RobotCodes, readRobotAnswer } from './robot-answer.ts'
import { type Sender, sendJson, truncateBytes } from './sender.ts'

const contentMaxBytes = 4_096
const colors: Record<Severity, string> = { info: 'info', warning: 'warning', critical: 'warning' }
const minuteMs = 60_000

/** Of the service's global error codes those that a robot gets. */
const codes: RobotCodes = {
  40_008: { outcome: 'refused' },
  40_058: { outcome: 'refused' },
  44_004: { outcome: 'refused' },
  45_002: { outcome: 'refused' },
  45_009: { outcome: 'limited', afterMs: minuteMs },
  45_033: { outcome: 'limited', afterMs: minuteMs },
  93_000: { outcome: 'gone' },
}

/** A message of a WeCom group robot, as Markdown: its texts hold no markup, so that none of a player mentions anyone. */
export const sendWecom: Sender<'wecom'> = (context, { url }, { rendered }) => {
  const body = JSON.stringify({ msgtype: 'markdown', markdown: { content: toMarkdown(rendered) } })
  return sendJson(context, new URL(url), { body }, readRobotAnswer('errcode', codes))
}

function toMarkdown({ title, lines, url, severity }: RenderedMessage): string {
  const link = `\n[${new URL(url).host}](${url})`
  const text = [
    `<font color="${colors[severity]}">**${withoutMarkup(title)}**</font>`,
    ...lines.map(
      ({ name, value }) => `> ${withoutMarkup(name)}: ${withoutMarkup(value).replaceAll('\n', '\n> ')}`,
    ),
  ].join('\n')
  return truncateBytes(text, contentMaxBytes - Buffer.byteLength(link)) + link
}

/** The robots' Markdown has no escapes: what would be markup becomes its wide form. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/[<>[\]()*`_#~]/g, (mark) =>
    String.fromCodePoint((mark.codePointAt(0) ?? 0) + 0xfe_e0),
  )
}
