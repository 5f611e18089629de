import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Decorator } from 'wechatpay-axios-plugin'
import { ProviderUnavailable } from '../provider.ts'
import type { WechatAccount } from './wechat-account.ts'

/** One call of API v3. `path` begins with `v3/`; `status` is what the answer has where it went well. */
export interface WechatCall {
  method: 'get' | 'post'
  path: string
  query?: Record<string, string>
  body?: object
  status?: number
  /** A downloaded file: its bytes as they came, not signed. */
  file?: true
}

/** What a call came to. A refusal is not signed: of its code nothing follows about money. */
export type WechatAnswer = { isOk: true; body: unknown } | { isOk: false; code: string }

export interface WechatClient {
  /** Throws ProviderUnavailable where nothing came in time, or nothing that can be believed. */
  call: (call: WechatCall, signal: AbortSignal) => Promise<WechatAnswer>
  stop: () => void
}

const answerMaxBytes = 1024 * 1024
const fileMaxBytes = 64 * 1024 * 1024

/** H3: signs calls and verifies every 2xx answer (five minutes, by its serial), by the library; no proxy, no redirect. */
export function wechatClient(account: WechatAccount, url: string): WechatClient {
  const agents = {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
  }
  const client = new Decorator({
    mchid: account.mchid,
    serial: account.certSerial,
    privateKey: account.privateKey,
    certs: Object.fromEntries(account.keys),
    baseURL: url,
    proxy: false,
    maxRedirects: 0,
    ...agents,
  })
  return {
    call: async ({ method, path, query, body, status = 200, file }, signal) => {
      try {
        const answer = await client.request<unknown>(path, method, body, {
          signal,
          maxContentLength: file ? fileMaxBytes : answerMaxBytes,
          ...(query && { params: query }),
          ...(file && { responseType: 'arraybuffer' as const }),
        })
        if (answer.status === status) return { isOk: true, body: answer.data }
        throw new ProviderUnavailable(`WeChat Pay answered ${answer.status}`)
      } catch (error) {
        if (error instanceof ProviderUnavailable) throw error
        return refusalOf(error)
      }
    },
    stop: () => {
      agents.httpAgent.destroy()
      agents.httpsAgent.destroy()
    },
  }
}

/**
 * A refusal is a 4xx with a code of theirs, without “too many”, which may have been taken. Everything else is silence: what
 * the library says is not handed on, since it holds the whole call.
 */
function refusalOf(error: unknown): WechatAnswer {
  const { code = 'nothing', response } = error as {
    code?: string
    response?: { status?: unknown; data?: unknown }
  }
  const status = Number(response?.status ?? 0)
  const theirs = codeOf(response?.data)
  if (theirs !== '' && status >= 400 && status < 500 && status !== 429) return { isOk: false, code: theirs }
  const reason = status >= 300 ? `${status} ${theirs}` : code
  throw new ProviderUnavailable(`WeChat Pay answered ${reason}`.trim())
}

function codeOf(data: unknown): string {
  const text = Buffer.isBuffer(data) ? data.toString('utf8') : data
  const { code } = (typeof text === 'string' ? parse(text) : (text ?? {})) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{2,60}$/.test(code) ? code : ''
}

function parse(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
