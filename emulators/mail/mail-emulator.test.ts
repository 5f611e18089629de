import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailEmulator, startMailEmulator } from './index.ts'
import { readMailOptions } from './options.ts'

let mail: MailEmulator
beforeEach(async () => {
  mail = await startMailEmulator()
})
afterEach(() => mail.stop())

const sample = {
  from: { name: 'Clutch', address: 'no-reply@cs.example.org' },
  to: 'ann@example.org',
  subject: '验证码 <1>',
  text: 'Your code: 123456',
  html: '<p>Your code: <b>123456</b></p><script>alert("x")</script>',
}

const send = (message: object = {}) => createTransport(mail.smtpUrl).sendMail({ ...sample, ...message })

async function get(path: string, host?: string) {
  const asked = request(`${mail.url}${path}`, { headers: host === undefined ? {} : { host } })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

function control(body: unknown, type = 'application/json') {
  return fetch(`${mail.url}/control`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
}

test('what is sent is listed, the newest first, as a page and as JSON', async () => {
  await send()
  await send({ to: ['bob@example.org', 'eve@example.org'], subject: 'Second' })
  const { body, headers } = await get('/')
  expect(body).toMatch(/Second[^]*bob@example\.org, eve@example\.org[^]*验证码 &#60;1&#62;/)
  expect(body).toContain('<meta http-equiv="refresh" content="5">')
  expect(body).toMatch(/邮件服务器模拟器[^]*A mail server emulator/)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const json: unknown = JSON.parse((await get('/mails.json')).body)
  expect(json).toMatchObject([
    { n: 2, subject: 'Second' },
    {
      n: 1,
      to: 'ann@example.org',
      subject: '验证码 <1>',
      text: 'Your code: 123456\n',
      at: expect.any(String),
    },
  ])
  expect(mail.mails).toEqual(json)
})

test('a mail shows its text, and its HTML where it can do nothing', async () => {
  await send()
  const { body } = await get('/mails/1')
  expect(body).toContain('<pre>Your code: 123456')
  const [, attributes = ''] = /<iframe ([^>]*)>/.exec(body) ?? []
  expect(attributes).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(attributes).toContain('srcdoc="&#60;base target=')
  expect(body).not.toMatch(/<script/)
  expect(body).not.toContain('http-equiv="refresh"')
})

test('the last 200 mails are kept', async () => {
  const transport = createTransport({ url: mail.smtpUrl, pool: true, maxConnections: 4 })
  for (let sent = 0; sent < 202; sent += 1) await transport.sendMail(sample)
  transport.close()
  expect(mail.mails).toHaveLength(200)
  expect([mail.mails[0]?.n, mail.mails.at(-1)?.n]).toEqual([202, 3])
  expect((await get('/mails/2')).status).toBe(404)
})

test.each([
  ['refuse', { responseCode: 550, permanent: true }],
  ['later', { responseCode: 451, permanent: false }],
  ['down', { code: 'ESOCKET' }],
])('%s, and well again', async (mode, failure) => {
  expect((await control({ mode })).status).toBe(200)
  await expect(send()).rejects.toMatchObject(failure)
  await control({ mode: 'ok' })
  await send()
  expect(mail.mails).toHaveLength(1)
})

test('slow delays its greeting as configured', async () => {
  await control({ mode: 'slow', delayMs: 600_000 })
  const hasty = createTransport({ url: mail.smtpUrl, greetingTimeout: 50 }).sendMail(sample)
  await expect(hasty).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await control({ mode: 'slow', delayMs: 50 })
  await send()
  expect(mail.mails).toHaveLength(1)
})

test.each([
  [{ mode: 'broken' }, 'application/json'],
  [{}, 'application/json'],
  [null, 'application/json'],
  [{ mode: 'slow', delayMs: -1 }, 'application/json'],
  [{ mode: 'down' }, 'text/plain'],
])('%j as %s changes nothing', async (body, type) => {
  expect((await control(body, type)).status).toBe(400)
  await send()
  expect(mail.mails).toHaveLength(1)
})

test('a site with a name of its own that leads here reads nothing', async () => {
  await send()
  const { port } = new URL(mail.url)
  expect((await get('/mails.json', `evil.example:${port}`)).status).toBe(403)
  expect((await get('/mails.json', `localhost:${port}`)).status).toBe(200)
})

test('unknown pages are not found', async () => {
  expect((await get('/mails/1')).status).toBe(404)
  expect((await get('/mails/x')).status).toBe(404)
  expect((await get('/else')).status).toBe(404)
})

test.each(['disconnect', 'SIGTERM'] as const)(
  'the program tells where it listens and ends by %s',
  async (how) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--smtp-port', '0'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit')
    const [message] = await once(child, 'message')
    expect(message).toMatchObject({
      ready: true,
      smtp: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    await createTransport(message.smtp).sendMail(sample)
    expect(await (await fetch(`${message.url}/mails.json`)).json()).toHaveLength(1)
    if (how === 'disconnect') child.disconnect()
    else child.kill(how)
    expect(await ended).toEqual([0, null])
  },
)

test('ports are read from a file, and the command line goes before it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-mail-'))
  const config = join(folder, 'mail.json')
  writeFileSync(config, JSON.stringify({ smtpPort: 8091, httpPort: 8092 }))
  expect(readMailOptions(['--config', config])).toEqual({ smtpPort: 8091, httpPort: 8092 })
  expect(readMailOptions(['--config', config, '--http-port', '1'])).toEqual({ smtpPort: 8091, httpPort: 1 })
  expect(readMailOptions([])).toEqual({ smtpPort: 0, httpPort: 0 })
  writeFileSync(config, '[]')
  expect(() => readMailOptions(['--config', config])).toThrow('expected an object')
  rmSync(folder, { recursive: true })
})

test('an invalid option is reported and ends the program', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--http-port', 'x'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(said.join('')).toContain('--http-port must be a port from 0 to 65535')
})
