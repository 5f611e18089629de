import { expect, test } from 'vitest'
import { isChannelAddress } from './channel-kinds.ts'
import { outcomeOfStatus, parseRetryAfter, retryDelayMs } from './retries.ts'

test('the wait doubles from five seconds to an hour', () => {
  expect([0, 1, 2, 3, 10, 11, 1_000].map(retryDelayMs)).toEqual([
    5_000, 5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
  ])
})

const now = Date.parse('2026-11-21T10:00:00Z')
test.each([
  ['7', 7_000],
  ['0.3', 300],
  ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['999999999', 6 * 3_600_000],
  ['soon', null],
  ['', null],
  [undefined, null],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms)
})

test.each([
  [200, 'sent'],
  [204, 'sent'],
  [302, 'retry'],
  [400, 'refused'],
  [401, 'retry'],
  [404, 'retry'],
  [410, 'gone'],
  [413, 'refused'],
  [429, 'limited'],
  [500, 'retry'],
  [503, 'retry'],
] as const)('status %i means %s', (status, outcome) => {
  expect(outcomeOfStatus(status)).toBe(outcome)
})

test.each([
  [
    'discord',
    'https://discord.com/api/webhooks/1300000000000000000/abcdefghijklmnopqrstuvwxyz-_0123456789',
    true,
  ],
  ['discord', 'https://proxy.example/api/v10/webhooks/1300000000000000000/abcdefghijklmnopqrstuvwxyz', true],
  ['discord', 'https://discord.com/channels/1/2', false],
  [
    'wecom',
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7000-4bc4-97a0-0ec2sifa5aaa',
    true,
  ],
  ['wecom', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send', false],
  ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/0f8b2c1a-0000-4000-8000-000000000000', true],
  ['feishu', 'https://open.feishu.cn/open-apis/bot/hook/x', false],
  ['dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef', true],
  ['webhook', 'https://example.org/hook?a=b', true],
  ['webhook', 'ftp://example.org/hook', false],
  ['webhook', 'https://user:pass@example.org/hook', false],
  ['onebot', 'https://bot.example.org:3000/', true],
] as const)('as %s address %s is %s', (kind, address, isPossible) => {
  expect(isChannelAddress(kind, address)).toBe(isPossible)
})
