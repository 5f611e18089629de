import { withTimeout } from '../../../../platform/lifecycle/with-timeout.ts'
import { AlipayRequestError, type AlipaySdk } from './alipay-sdk.ts'
import { Agent, type Dispatcher, DecoratorHandler } from 'undici'
import type { AlipayAccount } from './alipay-account.ts'
import { ProviderUnavailable } from '../provider.ts'

/** How far an answer's time may differ from ours: an older signature may be a replay. */
const freshMs = 300_000
const answerMaxBytes = 1024 * 1024

/**
 * The connections to Alipay. The SDK looks neither at how old an answer is, nor at its length, and follows redirects; all
 * three are refused here, so that its call fails.
 */
function openAlipayConnection(timeoutMs: number): Agent {
  return new Agent({ connect: { timeout: timeoutMs }, maxResponseSize: answerMaxBytes })
}

/** The line as the SDK uses it: an answer that was signed at another time by the portal's clock fails. */
function rejectStaleAnswers(line: Agent, now: () => Date): Dispatcher {
  return line.compose((dispatch) => (options, handler) => dispatch(options, refuseOld(handler, now)))
}

function refuseOld(handler: Dispatcher.DispatchHandler, now: () => Date): Dispatcher.DispatchHandler {
  // It speaks both of the library's forms of handlers, whichever the SDK's is of.
  const inner: Dispatcher.DispatchHandler = new DecoratorHandler(handler)
  return {
    onRequestStart: (controller, context) => inner.onRequestStart?.(controller, context),
    onRequestUpgrade: (...all) => inner.onRequestUpgrade?.(...all),
    onResponseStart: (controller, status, headers, message) => {
      const at = Number(headers['alipay-timestamp'])
      const isFresh = Math.abs(now().getTime() - at) <= freshMs
      if (status >= 400 || (status < 300 && isFresh))
        inner.onResponseStart?.(controller, status, headers, message)
      else controller.abort(new Error('alipay: not a fresh answer'))
    },
    onResponseData: (controller, chunk) => inner.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => inner.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => inner.onResponseError?.(controller, error),
  }
}

export interface AlipayCall {
  method: 'GET' | 'POST'
  path: string
  body?: Record<string, string>
  query?: Record<string, string>
}

/** A signed answer, or a refusal with Alipay's code. The SDK checks no signature of refusals: of one alone nothing may follow. */
export type AlipayAnswer = { isOk: true; data: unknown } | { isOk: false; code: string }

/** Codes of a failure at Alipay that leave the outcome of the call unknown. */
const silent = /system[-_]?error|unknow|time-?_?out|busy/i

/** The calls of version 3, by the SDK: each answer's signature is checked, by all of Alipay's keys that are known. */
export class AlipayCalls {
  readonly line: Agent
  readonly #account: AlipayAccount
  readonly #agent: Dispatcher
  readonly #timeoutMs: number

  constructor(account: AlipayAccount, { now, timeoutMs }: { now: () => Date; timeoutMs: number }) {
    this.#account = account
    this.#timeoutMs = timeoutMs
    this.line = openAlipayConnection(timeoutMs)
    this.#agent = rejectStaleAnswers(this.line, now)
  }

  /** Runs what takes one call or several, all within the one time (ms); throws ProviderUnavailable when that is over. */
  async within<T>(work: (signal: AbortSignal) => Promise<T>, inAllMs = this.#timeoutMs): Promise<T> {
    return withTimeout(inAllMs, work, () => new ProviderUnavailable('Alipay did not answer in time'))
  }

  /** Throws ProviderUnavailable for no answer, and for one that cannot be believed. */
  async call({ method, path, body, query }: AlipayCall): Promise<AlipayAnswer> {
    const [sdk] = this.#account.sdks
    try {
      const { data } = await sdk.curl<unknown>(method, path, {
        ...(body && { body }),
        ...(query && { query }),
        requestTimeout: this.#timeoutMs,
        agent: this.#agent,
      })
      return { isOk: true, data }
    } catch (error) {
      if (!(error instanceof AlipayRequestError)) throw new ProviderUnavailable('Alipay answered unreadably')
      return this.#secondLook(error)
    }
  }

  /** When one request is to have ended that begins now. */
  deadline(): AbortSignal {
    return AbortSignal.timeout(this.#timeoutMs)
  }

  stop(): void {
    void this.line.close()
  }

  /**
   * Tries the other keys where the first one does not verify the signature; an unsuccessful answer is a
   * refusal, or cannot be trusted.
   */
  #secondLook(error: AlipayRequestError): AlipayAnswer {
    const {
      code = '',
      responseHttpStatus: status = 0,
      responseDataRaw: raw,
      responseHttpHeaders: headers,
    } = error
    if (raw !== undefined && headers && this.#account.sdks.some((sdk) => holds(sdk, raw, headers)))
      return { isOk: true, data: parse(raw) }
    const isRefusal = status >= 400 && status < 500 && status !== 429 && /^[\w.-]{1,64}$/.test(code)
    if (!isRefusal || silent.test(code))
      throw new ProviderUnavailable(
        `Alipay did not answer: ${status} ${/^[\w.-]{1,64}$/.exec(code)?.[0] ?? ''}`,
      )
    return { isOk: false, code }
  }
}

function holds(
  sdk: AlipaySdk,
  raw: string,
  headers: NonNullable<AlipayRequestError['responseHttpHeaders']>,
): boolean {
  const [at, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'sn'].map((name) => {
    const value = headers[`alipay-${name}`]
    return typeof value === 'string' ? value : undefined
  })
  const { alipayCertSn } = sdk.config
  if (signature === undefined || (serial && alipayCertSn && serial !== alipayCertSn)) return false
  return sdk.rsaCheck(`${at}\n${nonce}\n${raw}\n`, signature, 'RSA2')
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new ProviderUnavailable('Alipay answered unreadably')
  }
}
