import type { ChannelTarget } from '@clutch/contract/api/notifications/operator-channels.ts'
import type { ChannelKind, ChannelLanguage } from '@clutch/contract/rules/notifications/channel-kinds.ts'
import type { ChannelProblem } from '@clutch/contract/rules/notifications/channel-problems.ts'
import type { MessageContent, RenderedMessage } from '@clutch/contract/rules/notifications/messages.ts'
import {
  type DeliveryOutcome,
  outcomeOfStatus,
  parseRetryAfter,
} from '@clutch/contract/rules/notifications/retries.ts'
import type { AppContext } from '../../../platform/context.ts'
import {
  FetchFailed,
  type LimitedResponse,
  requestWithLimits,
} from '../../../platform/network/fetch-with-limits.ts'
import { type AddressPolicy, createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { cleanText } from '../events/notify.ts'

export type TargetOf<Kind extends ChannelKind> = Extract<ChannelTarget, { kind: Kind }>

/** A message on its way to a channel. */
export interface OutgoingMessage {
  /** The id of the delivery: the same in every attempt. */
  id: string
  content: MessageContent
  /** Of the event; null of a digest and a test. */
  event: { id: string; serverId: string | null; steamId: string | null } | null
  language: ChannelLanguage
  rendered: RenderedMessage
  /** Of a signed webhook: the secrets that sign. */
  secrets: readonly string[]
}

export interface SendResult {
  outcome: DeliveryOutcome
  /** Of HTTP; null where there was no answer. */
  status: number | null
  /** Why it was not sent, without address and keys; empty where it was. */
  problem: string
  /** How long the other side wants to be left alone, ms. */
  afterMs?: number | null
}

type SenderContext = Pick<AppContext, 'config' | 'clock' | 'database' | 'keys' | 'jobs'>

/** Sends a message to one kind of channel. Never throws for what the other side does. */
export type Sender<Kind extends ChannelKind> = (
  context: SenderContext,
  target: TargetOf<Kind>,
  message: OutgoingMessage,
) => Promise<SendResult>

const requestTimeoutMs = 10_000
const maxAnswerBytes = 64 * 1024
const problemMaxLength = 300

interface OutgoingRequest {
  method?: 'POST' | 'PATCH' | 'DELETE'
  body?: string | Buffer
  headers?: Record<string, string>
  /** Which addresses may be called; by default as the settings say. */
  may?: AddressPolicy
}

/** Sends JSON under the portal's rules for outgoing requests; `read` judges an answer. */
export function sendJson(
  context: Pick<SenderContext, 'config' | 'clock'>,
  url: URL,
  { headers = {}, ...request }: OutgoingRequest,
  read: ReadAnswer = readStatus,
): Promise<SendResult> {
  const typed = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return sendRequest(context, url, { ...request, headers: typed }, read)
}

type ReadAnswer = (response: LimitedResponse, now: number) => SendResult

/** Sends a body of any type under the same rules. */
export async function sendRequest(
  { config, clock }: Pick<SenderContext, 'config' | 'clock'>,
  url: URL,
  { method = 'POST', body, headers = {}, may = createAddressPolicy(config) }: OutgoingRequest,
  read: ReadAnswer = readStatus,
): Promise<SendResult> {
  try {
    const response = await requestWithLimits(
      url,
      {
        method,
        headers: { 'user-agent': 'Clutch', ...headers },
        ...(body !== undefined && { body }),
        withinMs: requestTimeoutMs,
        maxBytes: maxAnswerBytes,
      },
      may,
    )
    return read(response, clock.now().getTime())
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    const problem = error.isBlocked ? 'a private address, which the portal does not call' : error.message
    return { outcome: 'retry', status: null, problem }
  }
}

/** Judges an answer by its status. */
export function readStatus({ status, header, body }: LimitedResponse, now: number): SendResult {
  const outcome = outcomeOfStatus(status)
  const afterMs = outcome === 'sent' ? null : parseRetryAfter(header('retry-after'), now)
  return {
    outcome,
    status,
    problem:
      outcome === 'sent' ? '' : describeAnswer(status, body.toString('utf8'), problemOfOutcome[outcome]),
    afterMs,
  }
}

export const problemOfOutcome: Partial<Record<DeliveryOutcome, ChannelProblem>> = {
  limited: 'rate-limited',
  gone: 'removed',
}

/** What the other side said, for the delivery log; after the name of the problem where an operator can solve it. */
export function describeAnswer(status: number, text: string, problem?: ChannelProblem): string {
  const said = cleanText(text, problemMaxLength - 80)
  const redirected = status >= 300 && status < 400 ? ' (redirects are not followed)' : ''
  const named = problem ? `${problem}: ` : ''
  return `${named}answered with status ${status}${redirected}${said === '' ? '' : `: ${said}`}`
}

/** The JSON object of an answer; empty where it is none. */
export function readObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The beginning of a text of at most `maxLength` UTF-16 units, marked where it was cut. */
export function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
}

/** The beginning of a text of at most `maxBytes` bytes in UTF-8, marked where it was cut. */
export function truncateBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const cut = Buffer.from(text).subarray(0, maxBytes - 3)
  return `${cut.toString('utf8').replace(/\uFFFD+$/, '')}…`
}
