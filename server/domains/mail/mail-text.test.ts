import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { KeyRing, makeSecretKey } from '../../platform/keys/keys.ts'
import { composeMail, getMailHost } from './mail-message.ts'
import { type MailContent, exampleMails } from './mail-kinds.ts'
import type { MailLanguage } from './mail-text.types.ts'
import { readMailJob } from './mail-job.schema.ts'

const until = new Date('2026-11-21T12:10:00Z')
const { link } = exampleMails['password-reset']
const paid = exampleMails['order-paid']
const contents = Object.entries(exampleMails)
const endingServer = {
  kind: 'rental-ending',
  number: 'sv-7f3k2q',
  name: 'Night owls',
  ends: Date.parse('2026-11-21T18:10:00Z'),
} as const
const cases = contents.flatMap(([kind, content]) =>
  (['zh', 'en'] as const).map((language) => [kind, language, content] as const),
)
const settings = { publicUrl: 'https://cs.example.org', mailFrom: undefined }

function compose(content: MailContent, language: MailLanguage, community = 'Ace & Co', from?: string) {
  const sender = { community, url: settings.publicUrl }
  const mail = { to: 'ann@example.org', language, content, until }
  return composeMail(mail, 'sealed', sender, { ...settings, mailFrom: from })
}

test.each(cases)(
  'C6 C8 %s in %s is one column of readable size that fetches nothing',
  (_kind, language, content) => {
    const html = compose(content, language).html
    expect(html).toContain(`<html lang="${language}" style="color-scheme:light dark">`)
    expect(html).toContain('max-width:480px')
    expect(html).not.toMatch(/<(img|style|link|script|form|table)|\bsrc=|url\(|@import/i)
    const sizes = [...html.matchAll(/font(?:-size)?:(\d+)px/g)].map(([, size]) => Number(size))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
    const hosts = [...html.matchAll(/https?:\/\/[^/"<\s]+/g)].map(([address]) => address)
    expect(new Set(hosts)).toEqual(new Set(['https://cs.example.org']))
    expect(html).toContain('Ace &#38; Co')
  },
)

test.each(cases)('B7 %s in %s is in no other language', (_kind, language, content) => {
  const { subject, text } = compose(content, language)
  const isChinese = (words: string) => /\p{Script=Han}/u.test(words)
  expect([isChinese(subject), isChinese(text)]).toEqual([language === 'zh', language === 'zh'])
})

test('C6 C8 the text of a mail says how long its code or link is valid', () => {
  expect(compose({ kind: 'email-code', code: '271828' }, 'en').text).toContain('for 10 minutes')
  expect(compose({ kind: 'password-reset', link }, 'en').text).toContain('for 30 minutes')
  expect(compose({ kind: 'password-reset', link }, 'zh').text).toContain('30 分钟内有效')
})

test.each(contents)('B7 %s in both languages says everything in Chinese first', (_kind, content) => {
  const both = compose(content, 'both')
  const [zh, en] = [compose(content, 'zh'), compose(content, 'en')]
  expect(both.subject).toBe(`${zh.subject} · ${en.subject}`)
  expect(both.headers['Content-Language']).toBe('zh, en')
  const withoutFooter = (text: string) => text.slice(0, text.indexOf('\n\n-- \n'))
  expect(withoutFooter(both.text)).toBe(`${withoutFooter(zh.text)}\n\n* * *\n\n${withoutFooter(en.text)}`)
  expect(both.html).toMatch(
    /<html lang="zh"[^]*<div lang="zh">[^]*<div lang="en" [^]*<p lang="zh">[^]*<p lang="en">/,
  )
})

test('F7 H5 a mail about VIP or an order contains the time, the amount and the answer', () => {
  const texts = contents.map(([, content]) => compose(content, 'both').text).join('\n')
  expect(texts).toContain('将于 2026年11月22日 02:10（北京时间）到期')
  expect(texts).toContain('ends on 22 November 2026 at 02:10 (GMT+8)')
  expect(texts).toContain('¥1,299.00 CNY of your order 20261121-7')
  expect(texts).toContain('1 < 2 & "3"')
})

test('H4 a receipt shows the item, its cost, and the hour it ends', () => {
  const { text } = compose(paid, 'both')
  for (const line of [
    '商品：练习服务器（4 小时）',
    '金额：¥8.80 CNY（PayPal）',
    'Ends: 21 November 2026 at 22:10 (GMT+8)',
  ])
    expect(text).toContain(line)
  expect(text).toContain(`https://cs.example.org/orders/${paid.id}/receipt`)
  expect(compose({ ...paid, ends: null }, 'en').text).not.toContain('Ends:')
})

test('F7 the receipt of VIP promises no game server that takes it where none is set up to', () => {
  expect(compose({ ...paid, notOnServers: true }, 'en').text).toContain(
    'No game server takes the VIP list yet',
  )
  expect(compose(paid, 'en').text).not.toContain('VIP list')
})

test('G21 G25 a mail about a server names it, and says what becomes of it', () => {
  const ending = compose({ ...endingServer, days: 3 }, 'both')
  expect(ending.subject).toContain('“Night owls” (sv-7f3k2q) ends within 3 days')
  expect(ending.text).toContain('将于 2026年11月22日 02:10（北京时间）到期')
  expect(ending.text).toContain('7 days')
  const failed = compose({ kind: 'rental-failed', number: 'sv-7f3k2q', name: '夜猫' }, 'both')
  expect(failed.text).toContain('“夜猫”（sv-7f3k2q）未能创建')
  expect(failed.text).toContain('request a full refund')
})

test.each(contents)('C6 a sealed %s is opened as it was posted', (_kind, content) => {
  const keys = new KeyRing(makeSecretKey())
  const mail = { to: 'ann@example.org', language: 'both' as const, content, until }
  expect(readMailJob({ keys }, keys.seal(JSON.stringify(mail), 'mail'))).toEqual(mail)
})

test('C6 what the community is called cannot become a header', async () => {
  const evil = 'Ace\r\nBcc: eve@example.org\r\n\r\nhello'
  const composed = compose({ kind: 'password-changed' }, 'en', evil)
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(composed)
  const [headers = ''] = (message as Buffer).toString().split('\r\n\r\n')
  expect(headers).not.toMatch(/^bcc:/im)
  expect(headers).toMatch(/^To: ann@example\.org$/m)
})

test('C6 mails come from the set address, or no-reply of the public one', () => {
  const from = (composed: ReturnType<typeof compose>) => composed.from
  const content = { kind: 'password-changed' } as const
  expect(from(compose(content, 'en'))).toEqual({ name: 'Ace & Co', address: 'no-reply@cs.example.org' })
  const own = compose(content, 'en', 'Ace', 'hello@mail.example.net')
  expect(from(own)).toEqual({ name: 'Ace', address: 'hello@mail.example.net' })
  expect(own.messageId).toMatch(/^<[0-9a-f]{32}@mail\.example\.net>$/)
  expect(getMailHost('http://127.0.0.1:8080')).toBe('localhost')
  expect(getMailHost('http://[::1]:8080')).toBe('localhost')
})
