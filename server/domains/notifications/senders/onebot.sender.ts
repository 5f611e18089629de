import type { RenderedMessage } from '@clutch/contract/rules/notifications/messages.ts'
import type { LimitedResponse } from '../../../platform/network/fetch-with-limits.ts'
import {
  type SendResult,
  type Sender,
  describeAnswer,
  readObject,
  readStatus,
  sendJson,
  truncate,
} from './sender.ts'

/** QQ cuts longer messages. */
const textMax = 3_000
/** OneBot 11: a parameter is missing or wrong. */
const wrongParameter = 100

/** A message to a QQ group by the HTTP API of OneBot 11. As a segment of text it is read for no CQ code. */
export const sendOnebot: Sender<'onebot'> = (context, { url, token, groupId }, { rendered }) => {
  const address = new URL('send_group_msg', url.endsWith('/') ? url : `${url}/`)
  const message = [{ type: 'text', data: { text: truncate(toText(rendered), textMax) } }]
  const body = JSON.stringify({ group_id: Number(groupId), message })
  return sendJson(
    context,
    address,
    { body, ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }) },
    readOnebotAnswer,
  )
}

function toText({ title, lines, url }: RenderedMessage): string {
  return [title, ...lines.map(({ name, value }) => `${name}: ${value}`), url].join('\n')
}

function readOnebotAnswer(response: LimitedResponse, now: number): SendResult {
  const byStatus = readStatus(response, now)
  if (byStatus.outcome !== 'sent') return byStatus
  const { status, retcode } = readObject(response.body)
  if (status === 'ok' || status === 'async') return byStatus
  const outcome = retcode === wrongParameter ? 'refused' : 'retry'
  return { ...byStatus, outcome, problem: describeAnswer(response.status, response.body.toString('utf8')) }
}
