import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerNotifications } from '../../domains/notifications/index.ts'
import type { App } from '../../platform/http/app.ts'
import { createTestApp } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerNotifications(context, app)
  shell = await openCommandLine(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

test('a channel and its rule are added from the command line; its address is read from a file', async () => {
  const url = 'http://127.0.0.1:9/hook'
  const add = 'channel add --name bot --target-kind webhook'
  expect((await shell.operator(`${add} --target-url ${url}`)).err).toMatch(/target-url/)
  const added = await shell.operator(`${add} --target-url-file url.txt`, { 'url.txt': url })
  expect([added.err, added.out]).toEqual(['', expect.stringMatching(/^whsec_/)])
  const { out } = await shell.operator('channel list --json')
  const [channel] = JSON.parse(out) as { id: string; kind: string; perMinute: number | null }[]
  expect(channel).toMatchObject({ kind: 'webhook', perMinute: null })
  const rule = `notification-rule add --name all --channel-id ${channel?.id} --kinds server.down,job.failed`
  expect((await shell.operator(rule)).err).toBe('')
  expect((await shell.operator('notification-rule list')).out).toContain('server.down')
  expect((await shell.operator(`channel test ${channel?.id} --json`)).out).toContain('"sent":false')
  expect((await shell.operator('delivery list')).out).toContain('bot')
  const mail = 'channel add --name mail --target-kind mail --target-to a@example.org,b@example.org'
  expect((await shell.operator(mail)).err).toMatch(/email\.off/)
})
