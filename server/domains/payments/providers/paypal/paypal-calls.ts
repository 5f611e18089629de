import { Agent } from 'node:https'
import { connect } from 'node:tls'
import { ApiError, type ApiResponse, Client, Environment } from '@paypal/paypal-server-sdk'
import { WebhookUnverified, ProviderRefused, ProviderUnavailable } from '../provider.ts'
import type { PaypalAccount } from './paypal-account.ts'

/** Sends one request by the SDK; throws ProviderUnavailable or ProviderRefused. */
export type SendRequest = <T>(
  send: (client: Client, options: { abortSignal: AbortSignal }) => Promise<ApiResponse<T>>,
) => Promise<T>

const answerMaxBytes = 4 * 1024 * 1024

/** Requests to PayPal, each within the time-out (ms), the sign-in included; so does all of one piece of work that is given no more. */
export class PaypalCalls {
  readonly agent: Agent
  readonly #account: PaypalAccount
  readonly #timeoutMs: number
  readonly #stopped = new AbortController()
  #client: Client | undefined

  constructor(account: PaypalAccount, timeoutMs: number) {
    this.#account = account
    this.#timeoutMs = timeoutMs
    this.agent = openAgent(account)
  }

  /** Runs some work; errors other than the provider interface’s own become ProviderUnavailable. */
  async within<T>(
    work: (line: SendRequest, signal: AbortSignal) => Promise<T>,
    inAllMs = this.#timeoutMs,
  ): Promise<T> {
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(inAllMs)])
    const line: SendRequest = (send) => {
      const each = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)])
      return unlessOver(this.#send(send, each), each)
    }
    try {
      return await unlessOver(work(line, signal), signal)
    } catch (error) {
      throw explain(error)
    }
  }

  stop(): void {
    this.#stopped.abort()
    this.agent.destroy()
  }

  /** A token that PayPal has forgotten is a 401 with nothing done: once more with a new one. */
  async #send<T>(send: Parameters<SendRequest>[0], signal: AbortSignal): Promise<T> {
    try {
      return await this.#sendOnce<T>(send, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode !== 401) throw explain(error)
    }
    return this.#sendOnce<T>(send, signal).catch((error: unknown) => {
      throw explain(error)
    })
  }

  /** The SDK keeps a sign-in that failed, and a token that is refused, as long as its client lives: not beyond an error. */
  async #sendOnce<T>(send: Parameters<SendRequest>[0], signal: AbortSignal): Promise<T> {
    const client = (this.#client ??= openClient(this.#account, this.agent, this.#timeoutMs))
    try {
      const { result } = await send(client, { abortSignal: signal })
      return result as T
    } catch (error) {
      if (this.#client === client) this.#client = undefined
      throw error
    }
  }
}

function unlessOver<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new ProviderUnavailable('PayPal did not answer in time')))
  })
  return Promise.race([work, over])
}

function openClient(
  { environment, clientId, clientSecret }: PaypalAccount,
  httpsAgent: Agent,
  timeout: number,
): Client {
  return new Client({
    environment: environment === 'live' ? Environment.Production : Environment.Sandbox,
    timeout,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      // Renewed a minute before it expires.
      oAuthClockSkew: 60,
    },
    httpClientOptions: { timeout, httpsAgent, retryConfig: { maxNumberOfRetries: 0 } },
    unstable_httpClientOptions: { maxRedirects: 0, maxContentLength: answerMaxBytes, proxy: false },
  })
}

/**
 * With an emulator, connects to it instead, under PayPal’s host names and with the usual certificate check.
 */
function openAgent({ connectTo, ca }: PaypalAccount): Agent {
  // Connections are not reused: the outcome of a POST on one just closed by the other side would be unknown.
  const agent = new Agent({ keepAlive: false })
  if (connectTo === undefined) return agent
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(connectTo) ?? []
  agent.createConnection = ({ servername }: { servername?: string }) =>
    connect({ host, port: Number(port), servername, ca: [...ca] })
  return agent
}

/** Errors of the SDK hold the request with its token: none of them is passed on. */
function explain(error: unknown): Error {
  if (
    error instanceof ProviderUnavailable ||
    error instanceof ProviderRefused ||
    error instanceof WebhookUnverified
  )
    return error
  if (!(error instanceof ApiError)) return new ProviderUnavailable('PayPal did not answer')
  const { statusCode } = error
  const code = codeOf(error.result)
  const isUndecided = statusCode >= 500 || [401, 408, 409, 425, 429].includes(statusCode)
  if (code === null || isUndecided)
    return new ProviderUnavailable(`PayPal answered ${statusCode} ${code ?? 'without a reason'}`)
  return new ProviderRefused(code, `PayPal refused: ${code}`)
}

/** Returns PayPal’s error code; null where the answer is not PayPal’s. */
function codeOf(result: unknown): string | null {
  const { name, details } = (result ?? {}) as { name?: unknown; details?: unknown }
  const first: unknown = Array.isArray(details) ? details[0] : undefined
  const issue = (first as { issue?: unknown } | undefined)?.issue
  const isCode = (text: unknown): text is string => typeof text === 'string' && /^[A-Z0-9_]{1,80}$/.test(text)
  if (!isCode(name)) return null
  return isCode(issue) ? issue : name
}
