import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminApp } from '../../domains/console/testing/app.ts'
import type { App } from '../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  await context.jobs.start()
  app = await createAdminApp(context)
  shell = await openCommandLine(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)

test('J jobs are listed by queue and state, tried again and discarded from the command line', async () => {
  expect((await operator('job list')).out).toBe('none')
  await context.jobs.enqueue(context.database, 'steam-profile', { steamId: '76561198000000001' })
  const { out } = await operator('job list --queue steam-profile --json')
  const [job] = (JSON.parse(out) as { rows: { id: string; about: string }[] }).rows
  expect(job?.about).toBe('76561198000000001')
  expect((await operator(`job retry ${job?.id}`)).err).toMatch(/job\.not_failed/)
  expect((await operator(`job discard ${job?.id}`)).err).toMatch(/job\.not_failed/)
  expect((await operator('job retry-all steam-profile --json')).out).toContain('0')
  expect((await operator('job queues')).out).toMatch(/^queue +waiting/)
})

test('J the overview, the health, a search and the settings are shown on the command line', async () => {
  expect((await operator('overview show --range 7d')).out).toContain('"range": "7d"')
  expect((await operator('health show')).out).toContain('"services"')
  expect((await operator('search find --find one')).out).toContain('"servers": []')
  expect((await operator('settings show')).out).toContain('CLUTCH_PORT')
})
