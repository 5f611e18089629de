import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModerationApp } from '../../domains/moderation/testing/moderation-app.ts'
import { registerTestServer } from '../../domains/servers/testing/servers-app.ts'
import type { App } from '../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

const player = '76561197960265731'

let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
  shell = await openCommandLine(context, app)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)

test('a player is banned on one server for a week, found and freed from the command line', async () => {
  const server = await registerTestServer(app, {})
  const added = await operator(
    `sanction add --kind ban --steam-id ${player} --reason aimbot --server-ids ${server} --for 7d --json`,
  )
  const { id, expires, serverIds } = JSON.parse(added.out) as {
    id: string
    expires: number
    serverIds: string[]
  }
  expect([serverIds, typeof expires]).toEqual([[server], 'number'])
  expect((await operator(`sanction list --steam-id ${player}`)).out).toContain('aimbot')
  expect((await operator(`sanction lift ${id} --reason appeal --json`)).out).toContain('"state":"lifted"')
  expect((await operator(`sanction lift ${id}`)).err).toMatch(/sanction\.lifted/)
})

test('a file is imported from the command line, first as a dry run', async () => {
  const files = {
    'bans.csv': `bid,ip,authid,name,created,length,type\n1,,${player},A,1700000000,0,0\n2,,x,B,1700000000,0,0\n`,
  }
  const run = async (more = '') => {
    const line = `sanction import --system sourcebans --text-file bans.csv --json ${more}`
    return JSON.parse((await operator(line, files)).out) as object
  }
  expect(await run('--dry-run true')).toMatchObject({ added: 1, skipped: 1, dryRun: true })
  expect(await run()).toMatchObject({ added: 1, skippedRows: [{ line: 3, reason: 'badSteamId' }] })
  expect(await run()).toMatchObject({ added: 0, known: 1 })
})
