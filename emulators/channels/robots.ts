import { createHmac } from 'node:crypto'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ServiceAnswer, ServiceRequest } from './request.types.ts'
import { dingtalkMessage, feishuMessage, onebotGroupMessage, wecomMessage } from './schemas.ts'

const ajv = new Ajv({ strictRequired: false, strictTypes: false })
const validators = {
  wecom: ajv.compile(wecomMessage),
  dingtalk: ajv.compile(dingtalkMessage),
  feishu: ajv.compile(feishuMessage),
  onebot: ajv.compile(onebotGroupMessage),
}

const hourMs = 3_600_000
const wecomMarkdownMaxBytes = 4_096
const robotMaxBytes = 20_000

export interface RobotKeys {
  /** Of the address of each robot. */
  token: string
  /** With which DingTalk and Feishu robots want messages signed. */
  secret: string
  /** The access token of the OneBot server. */
  accessToken: string
}

/** The security settings of DingTalk and Feishu robots besides the signature. */
export interface RobotSecurity {
  /** A word that every message must have; empty for none. */
  keyword: string
  /** Whether the address that messages come from is one that the robot takes. */
  isAddressAllowed: boolean
}

/** A WeCom group robot: 200 for all, `errcode` says what became of it. */
export function answerWecom({ url, body }: ServiceRequest, { token }: RobotKeys): ServiceAnswer {
  if (url.searchParams.get('key') !== token) return robot('errcode', 93_000, 'invalid webhook url')
  const message = readMessage(body, validators.wecom)
  if (!message) return robot('errcode', 40_058, 'invalid request parameter')
  const { markdown } = message as { markdown?: { content: string } }
  if (Buffer.byteLength(markdown?.content ?? '') > wecomMarkdownMaxBytes)
    return robot('errcode', 45_002, 'content size out of limit')
  return robot('errcode', 0, 'ok')
}

/** A DingTalk group robot that wants signed requests: the time in ms, not an hour off, and a signature in the address. */
export function answerDingtalk(
  { url, body, headers }: ServiceRequest,
  { token, secret }: RobotKeys,
  { keyword, isAddressAllowed }: RobotSecurity,
  now: number,
): ServiceAnswer {
  if (url.searchParams.get('access_token') !== token) return robot('errcode', 300_005, 'token is not exist')
  if (!headers['content-type']?.startsWith('application/json'))
    return robot('errcode', 43_004, 'invalid content type')
  const timestamp = url.searchParams.get('timestamp') ?? ''
  const expected = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  if (Math.abs(Number(timestamp) - now) > hourMs || url.searchParams.get('sign') !== expected)
    return robot('errcode', 310_000, 'sign not match')
  if (!isAddressAllowed) return robot('errcode', 310_000, 'ip 203.0.113.9 not in whitelist')
  if (!body.includes(keyword)) return robot('errcode', 310_000, 'keywords not in content')
  if (Buffer.byteLength(body) > robotMaxBytes || !readMessage(body, validators.dingtalk))
    return robot('errcode', 40_035, 'param error')
  return robot('errcode', 0, 'ok')
}

/** A Feishu group robot that wants signed requests: the time in seconds and a signature of nothing by both. */
export function answerFeishu(
  { url, body }: ServiceRequest,
  { token, secret }: RobotKeys,
  { keyword, isAddressAllowed }: RobotSecurity,
  now: number,
): ServiceAnswer {
  if (!url.pathname.endsWith(`/${token}`))
    return robot('code', 19_001, 'param invalid: incoming webhook access token invalid')
  if (Buffer.byteLength(body) > robotMaxBytes) return robot('code', 9_499, 'Bad Request')
  const message = readMessage(body, validators.feishu) as { timestamp?: string; sign?: string } | null
  if (!message) return robot('code', 9_499, 'Bad Request')
  const { timestamp = '', sign } = message
  const expected = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
  if (Math.abs(Number(timestamp) * 1_000 - now) > hourMs || sign !== expected)
    return robot('code', 19_021, 'sign match fail or timestamp is not within one hour from current time')
  if (!isAddressAllowed) return robot('code', 19_022, 'Ip Not Allowed')
  if (!body.includes(keyword)) return robot('code', 19_024, 'Key Words Not Found')
  return robot('code', 0, 'success')
}

/** The HTTP API of a OneBot 11 implementation with an access token. */
export function answerOnebot(
  { method, url, headers, body }: ServiceRequest,
  { accessToken }: RobotKeys,
): ServiceAnswer {
  const given = headers.authorization?.replace(/^Bearer /, '') ?? url.searchParams.get('access_token')
  if (!given) return { status: 401 }
  if (given !== accessToken) return { status: 403 }
  if (!url.pathname.endsWith('/send_group_msg')) return { status: 404 }
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json')) return { status: 406 }
  if (!readMessage(body, validators.onebot))
    return { status: 200, body: { status: 'failed', retcode: 100, data: null } }
  return { status: 200, body: { status: 'ok', retcode: 0, data: { message_id: 1 } } }
}

function robot(field: 'errcode' | 'code', code: number, message: string): ServiceAnswer {
  return { status: 200, body: { [field]: code, [field === 'code' ? 'msg' : 'errmsg']: message } }
}

function readMessage(body: string, validate: ValidateFunction): unknown {
  try {
    const message: unknown = JSON.parse(body)
    return validate(message) ? message : null
  } catch {
    return null
  }
}
