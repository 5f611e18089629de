import type { Words } from './event-fields.ts'

interface ChannelDefinition {
  name: Words
  /** The most messages in a minute; what is beyond is sent as a digest at the end of the minute. Null: no limit. */
  perMinute: number | null
  /** The path that a webhook address of this service has; undefined where any address is possible. */
  path?: RegExp
  /** The parameter of the address that holds its key. */
  key?: string
  /** An address of the service, where not any is possible. */
  example?: string
}

/**
 * Where notifications go. The limits are those of the services: WeCom and DingTalk take 20 messages a minute of a robot (DingTalk
 * refuses for ten minutes after that), Discord 30 of a webhook, Feishu 100. A QQ account that writes often is blocked by Tencent.
 */
export const channelKinds = {
  discord: {
    name: { zh: 'Discord Webhook', en: 'Discord webhook' },
    perMinute: 20,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d{15,22}\/[\w-]{20,200}$/,
    example: 'https://discord.com/api/webhooks/ID/TOKEN',
  },
  webhook: { name: { zh: '签名 Webhook', en: 'Signed webhook' }, perMinute: null },
  mail: { name: { zh: '邮件', en: 'E-mail' }, perMinute: 10 },
  wecom: {
    name: { zh: '企业微信群机器人', en: 'WeCom bot' },
    perMinute: 18,
    path: /^\/cgi-bin\/webhook\/send$/,
    example: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=KEY',
    key: 'key',
  },
  feishu: {
    name: { zh: '飞书群机器人', en: 'Feishu bot' },
    perMinute: 50,
    path: /^\/open-apis\/bot\/v2\/hook\/[\w-]{10,100}$/,
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/KEY',
  },
  dingtalk: {
    name: { zh: '钉钉群机器人', en: 'DingTalk bot' },
    perMinute: 18,
    path: /^\/robot\/send$/,
    example: 'https://oapi.dingtalk.com/robot/send?access_token=KEY',
    key: 'access_token',
  },
  onebot: { name: { zh: 'QQ 群（OneBot 11）', en: 'QQ group (OneBot 11)' }, perMinute: 10 },
} as const satisfies Record<string, ChannelDefinition>

export type ChannelKind = keyof typeof channelKinds

export const channelKindNames = Object.keys(channelKinds) as [ChannelKind, ...ChannelKind[]]

/** In which language a channel gets its messages. */
export const channelLanguages = ['zh', 'en', 'both'] as const
export type ChannelLanguage = (typeof channelLanguages)[number]

/** What an address of a service looks like. */
export function describeChannelAddress(kind: ChannelKind): string {
  const { example }: ChannelDefinition = channelKinds[kind]
  return example === undefined
    ? 'an http or https address without a name in it'
    : `an address like ${example}`
}

/** Whether an address can be a webhook of a service: https (http only for tests of a portal), without a name or password in it. */
export function isChannelAddress(kind: ChannelKind, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, pathname, searchParams, hash } = new URL(address)
  if (!['https:', 'http:'].includes(protocol) || username !== '' || password !== '' || hash !== '')
    return false
  const { path, key }: ChannelDefinition = channelKinds[kind]
  if (path && !path.test(pathname)) return false
  return key === undefined || (searchParams.get(key) ?? '').length >= 10
}
