import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { readPartly } from '../../../testing/read-partly.ts'
import { selectAuditEntriesAfter } from './audit-log.store.ts'
import { writeAuditEntry } from './audit-log.service.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'

vi.mock('./audit-log.store.ts', async (original) => {
  const real = await original<{ selectAuditEntriesAfter: typeof selectAuditEntriesAfter }>()
  return {
    ...real,
    selectAuditEntriesAfter: vi.fn<typeof selectAuditEntriesAfter>(real.selectAuditEntriesAfter),
  }
})

const device = { address: '203.0.113.7', userAgent: 'Firefox' }

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createAccountsApp(context)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const write = (subject: string) =>
  writeAuditEntry(context, context.database, { actor: 'operator', action: 'LOGOUT', subject, device })
const ask = async () =>
  (await app.inject({ url: '/api/operator/audit/export', headers: asOperator })).body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { subject: string }).subject)

test('C12 lines written during an export change nothing: each line appears once, newest first', async () => {
  for (const subject of ['1', '2', '3']) await write(subject)
  const real = vi.mocked(selectAuditEntriesAfter).getMockImplementation()
  vi.mocked(selectAuditEntriesAfter).mockImplementation(async (queries, filter, after) => {
    await write('later')
    return (await real?.(queries, filter, after, 1)) ?? []
  })
  expect((await ask()).filter((subject) => subject !== 'later')).toEqual(['3', '2', '1'])
  vi.mocked(selectAuditEntriesAfter).mockImplementation(real ?? (async () => []))
})

test('C12 an export that is cut off is read no further, and a slow reader holds no transaction', async () => {
  await write('x')
  const [row] = await selectAuditEntriesAfter(context.database, {}, undefined, 1)
  if (!row) throw new Error('the log is empty')
  let steps = 0
  vi.mocked(selectAuditEntriesAfter).mockImplementation(async () => {
    steps += 1
    return Array.from({ length: 1_000 }, () => row)
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const response = await fetch(`http://127.0.0.1:${port}/api/operator/audit/export`, { headers: asOperator })
  expect(await readPartly(response, () => steps, context.database)).toEqual({
    transactions: 0,
    isOver: true,
  })
})
