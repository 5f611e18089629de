import { createHmac } from 'node:crypto'
import type { RenderedMessage } from '@clutch/contract/rules/notifications/messages.ts'
import { type RobotCode, type RobotCodes, readRobotAnswer } from './robot-answer.ts'
import { type Sender, sendJson, truncate, truncateBytes } from './sender.ts'
import { withoutMarkup } from './wecom.sender.ts'

const titleMax = 100
const textMaxBytes = 15_000
/** A robot that sent more than 20 messages in a minute is refused for ten minutes. */
const limitedForMs = 10 * 60_000

const codes: RobotCodes = {
  130_101: { outcome: 'limited', afterMs: limitedForMs },
  40_035: { outcome: 'refused' },
  43_004: { outcome: 'refused' },
  400_105: { outcome: 'refused' },
  430_101: { outcome: 'refused' },
  430_102: { outcome: 'refused' },
  430_103: { outcome: 'refused' },
  430_104: { outcome: 'refused' },
  300_005: { outcome: 'gone' },
  300_001: { outcome: 'gone' },
  400_013: { outcome: 'gone' },
  400_101: { outcome: 'gone' },
  310_000: readSecurityRefusal,
}

/**
 * One code for all security settings of a robot, in English of old robots and in Chinese of new ones. A keyword is missing in one
 * message only; the address and the signature are those of every message.
 */
function readSecurityRefusal(text: string): RobotCode {
  if (/keyword|关键词/i.test(text)) return { outcome: 'refused', problem: 'keyword-missing' }
  if (/whitelist|白名单/i.test(text)) return { outcome: 'retry', problem: 'address-refused' }
  return { outcome: 'retry', problem: 'signature-refused' }
}

/** A message of a DingTalk group robot, signed where the robot asks for it. */
export const sendDingtalk: Sender<'dingtalk'> = (context, { url, secret }, { rendered }) => {
  const address = new URL(url)
  if (secret !== '') {
    const timestamp = String(context.clock.now().getTime())
    address.searchParams.set('timestamp', timestamp)
    address.searchParams.set(
      'sign',
      createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
    )
  }
  const markdown = { title: truncate(withoutMarkup(rendered.title), titleMax), text: toMarkdown(rendered) }
  const body = JSON.stringify({ msgtype: 'markdown', markdown, at: { isAtAll: false } })
  return sendJson(context, address, { body }, readRobotAnswer('errcode', codes))
}

function toMarkdown({ title, lines, url }: RenderedMessage): string {
  const link = `\n\n[${new URL(url).host}](${url})`
  const text = [
    `### ${withoutMarkup(title)}`,
    ...lines.map(
      ({ name, value }) => `- ${withoutMarkup(name)}: ${withoutMarkup(value).replaceAll('\n', '\n\n  ')}`,
    ),
  ].join('\n')
  return truncateBytes(text, textMaxBytes - Buffer.byteLength(link)) + link
}
