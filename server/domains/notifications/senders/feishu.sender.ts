import { createHmac } from 'node:crypto'
import type { RenderedMessage } from '@clutch/contract/rules/notifications/messages.ts'
import { type RobotCodes, readRobotAnswer } from './robot-answer.ts'
import { type Sender, sendJson, truncate, truncateBytes } from './sender.ts'

const titleMax = 200
/** The request may have 20 KB. */
const textMaxBytes = 12_000
const limitedForMs = 60_000

const codes: RobotCodes = {
  // Also the code of too many requests.
  9_499: (text) =>
    /too many/i.test(text) ? { outcome: 'limited', afterMs: limitedForMs } : { outcome: 'refused' },
  11_232: { outcome: 'limited', afterMs: limitedForMs },
  19_001: { outcome: 'gone' },
  19_002: { outcome: 'refused' },
  19_021: { outcome: 'retry', problem: 'signature-refused' },
  19_022: { outcome: 'retry', problem: 'address-refused' },
  19_024: { outcome: 'refused', problem: 'keyword-missing' },
}

/** A message of a Feishu group robot, as rich text of plain pieces; signed where the robot asks for it. */
export const sendFeishu: Sender<'feishu'> = (context, { url, secret }, { rendered }) => {
  const timestamp = String(Math.floor(context.clock.now().getTime() / 1_000))
  const signature = secret === '' ? {} : { timestamp, sign: sign(timestamp, secret) }
  const body = JSON.stringify({
    ...signature,
    msg_type: 'post',
    content: { post: { zh_cn: toPost(rendered) } },
  })
  return sendJson(context, new URL(url), { body }, readRobotAnswer('code', codes))
}

/** The service signs nothing with a key that is made of the time and the secret. */
function sign(timestamp: string, secret: string): string {
  return createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
}

function toPost({ title, lines, url }: RenderedMessage) {
  const text = lines.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return {
    title: truncate(title, titleMax),
    content: [
      ...(text === '' ? [] : [[{ tag: 'text', text: truncateBytes(text, textMaxBytes) }]]),
      [{ tag: 'a', text: new URL(url).host, href: url }],
    ],
  }
}
