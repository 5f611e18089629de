import { expect, test } from 'vitest'
import { formatDevice, parseUserAgent } from './device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`,
    'Opera · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome · iPad',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; V2309A) ${webKit} Version/4.0 Chrome/134.0 MQQBrowser/14.5 Mobile Safari/537.36`,
    'QQ Browser · Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; 2211133C) ${webKit} Version/4.0 Chrome/134.0 XWEB/1340 MMWEBSDK/2025 Mobile Safari/537.36 MicroMessenger/8.0.60`,
    'WeChat · Android',
  ],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webKit} Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.0 Mobile HuaweiBrowser/5.1`,
    'Huawei Browser · HarmonyOS',
  ],
  [
    `Mozilla/5.0 (Windows; U; Windows NT 10.0; en-US; Valve Steam GameOverlay/1758000000) ${webKit} Chrome/126.0 Safari/537.36`,
    'Steam · Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · ChromeOS'],
  ['SomethingNew/1.0 (Windows NT 10.0)', 'Windows'],
])('J2 %s is %s', (userAgent, name) => {
  expect(formatDevice(parseUserAgent(userAgent))).toBe(name)
})

test.each(['', 'curl/8.14.1', 'node'])('J2 %j says nothing about a device', (userAgent) => {
  expect(formatDevice(parseUserAgent(userAgent))).toBeNull()
})

test('J2 handheld devices are distinguished', () => {
  expect(parseUserAgent('Mozilla/5.0 (Linux; Android 10; K) Firefox/145.0').mobile).toBe(true)
  expect(parseUserAgent('Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0').mobile).toBe(false)
})
