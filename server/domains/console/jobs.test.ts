import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Health, OperatorJob } from '@clutch/contract/api/console/console.ts'
import type { App } from '../../platform/http/app.ts'
import { Jobs } from '../../platform/jobs/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { asOperator } from '../../testing/http.ts'
import { createAdminApp } from './testing/app.ts'

let context: TestContext
let app: App
/** Another process that works on the queues. */
let worker: Jobs
beforeAll(async () => {
  context = await createTestContext()
  await context.jobs.start()
  app = await createAdminApp(context)
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(context.database)
  worker = new Jobs(context.database, context.log)
})
afterEach(() => worker.stop())
afterAll(async () => {
  await app.close()
  await context.destroy()
})

interface JobsPage {
  rows: OperatorJob[]
  total: number
}

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  app.inject({ method, url: `/api/operator/${path}`, headers: asOperator })
const list = async (query = '') => (await ask('GET', `jobs${query}`)).json<JobsPage>()
const unknown = '0195ffff-ffff-7fff-bfff-ffffffffffff'

/** Inserts a permanently failed job directly into the table. */
async function aFailure(queue: string, data: object, message: string, state = 'failed'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, output, retry_count, completed_on, start_after)
    values (${queue}, ${JSON.stringify(data)}::jsonb, ${state}::pgboss.job_state,
      ${JSON.stringify({ message, stack: 'secret path' })}::jsonb, 2, now(), now() + interval '1 hour')
    returning id`.execute(context.database)
  return rows[0]?.id ?? ''
}

test('J jobs are listed by urgency with why they failed, and nothing they carry that may be a secret', async () => {
  await context.jobs.enqueue(context.database, 'mail', { sealed: 'SEALED-LETTER' })
  const failed = await aFailure(
    'steam-profile',
    { steamId: '76561198000000001' },
    'Steam is silent\nat line 3',
  )
  const waiting = await aFailure('mail', { sealed: 'SEALED-LETTER' }, 'no mail server', 'retry')
  const { rows, total } = await list()
  expect(total).toBe(3)
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'retry', 'created'])
  expect(rows[0]).toEqual({
    id: failed,
    queue: 'steam-profile',
    state: 'failed',
    about: '76561198000000001',
    created: expect.any(Number),
    next: null,
    ended: expect.any(Number),
    tries: 3,
    error: 'Steam is silent',
  })
  expect(rows[1]).toMatchObject({ id: waiting, tries: 2, about: '', next: expect.any(Number) })
  expect(JSON.stringify(rows)).not.toMatch(/SEALED|secret path/)
})

test('J jobs are found by queue, state, a part of the failure and whom they are about', async () => {
  await aFailure('steam-profile', { steamId: '76561198000000001' }, 'Steam is silent')
  await aFailure('money-reports', {}, '100% wrong')
  await context.jobs.enqueue(context.database, 'mail', { sealed: '' })
  const found = async (query: string) => (await list(query)).rows.map(({ queue }) => queue)
  expect(await found('?queue=mail')).toEqual(['mail'])
  expect(await found('?state=failed&sort=queue&direction=asc')).toEqual(['money-reports', 'steam-profile'])
  expect(await found('?find=SILENT')).toEqual(['steam-profile'])
  expect(await found('?find=7656119800')).toEqual(['steam-profile'])
  expect(await found('?find=100%25')).toEqual(['money-reports'])
  expect(await list('?size=1&page=2&sort=queue&direction=asc')).toMatchObject({
    rows: [{ queue: 'money-reports' }],
    total: 3,
  })
  expect((await ask('GET', 'jobs?state=asleep')).statusCode).toBe(400)
  const queues = (await ask('GET', 'queues')).json<{ queue: string }[]>()
  expect(queues).toContainEqual({
    queue: 'money-reports',
    waiting: 0,
    running: 0,
    retrying: 0,
    failed: 1,
    schedule: '30 10-23 * * *',
  })
})

test('J a permanently failed job completes when an operator retries it, and the audit log names the operator', async () => {
  const id = await aFailure('steam-profile', { steamId: '76561198000000001' }, 'Steam is silent')
  const done: string[] = []
  expect((await ask('POST', `jobs/${id}/retry`)).json()).toMatchObject({ id, state: 'retry' })
  await worker.work('steam-profile', ({ steamId }) => {
    done.push(steamId)
    return Promise.resolve()
  })
  await vi.waitUntil(async () => (await list()).rows[0]?.state === 'completed', { timeout: 10_000 })
  expect(done).toEqual(['76561198000000001'])
  const again = await ask('POST', `jobs/${id}/retry`)
  expect([again.statusCode, again.json()]).toEqual([409, expect.objectContaining({ code: 'job.not_failed' })])
  const { before, subject } = await context.database
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'operatorRetryJob')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect({ before, subject }).toMatchObject({
    before: { state: 'failed' },
    subject: 'steam-profile 76561198000000001',
  })
})

test('J a job that waits for its next try is tried at once', async () => {
  const id = await aFailure('steam-profile', { steamId: '1' }, 'Steam is silent', 'retry')
  await worker.work('steam-profile', () => Promise.resolve())
  expect((await ask('POST', `jobs/${id}/retry`)).statusCode).toBe(200)
  await vi.waitUntil(async () => (await list()).rows[0]?.state === 'completed', { timeout: 10_000 })
})

test('J what failed in a queue is tried again as a whole, in other queues nothing', async () => {
  for (const steamId of ['1', '2']) await aFailure('steam-profile', { steamId }, 'Steam is silent')
  await aFailure('money-reports', {}, 'no bill')
  expect((await ask('POST', 'queues/steam-profile/retry')).json()).toEqual({ retried: 2 })
  expect((await list('?state=failed')).rows).toMatchObject([{ queue: 'money-reports' }])
  expect((await ask('POST', 'queues/nothing/retry')).json()).toMatchObject({ code: 'job.not_found' })
})

test('J a failed job is discarded, one that waits its turn is not', async () => {
  const id = await aFailure('money-reports', {}, 'no bill')
  await context.jobs.enqueue(context.database, 'mail', { sealed: '' })
  const [waiting] = (await list('?queue=mail')).rows
  expect((await ask('DELETE', `jobs/${id}`)).statusCode).toBe(204)
  expect((await list()).rows.map(({ queue }) => queue)).toEqual(['mail'])
  expect((await ask('DELETE', `jobs/${waiting?.id}`)).json()).toMatchObject({ code: 'job.not_failed' })
  for (const method of ['POST', 'DELETE'] as const) {
    const path = method === 'POST' ? `jobs/${unknown}/retry` : `jobs/${unknown}`
    expect((await ask(method, path)).json()).toMatchObject({ code: 'job.not_found' })
  }
})

test('J the overview counts what failed, and says how the mails go', async () => {
  await aFailure('money-reports', {}, 'no bill')
  await aFailure('mail', { sealed: '' }, 'the mail server did not take a mail: 451', 'retry')
  context.config = { ...context.config, smtpUrl: 'smtp://127.0.0.1' }
  const { jobs, services } = (await ask('GET', 'health')).json<Health>()
  expect(jobs).toMatchObject({ failed: 1, latest: [{ queue: 'money-reports', error: 'no bill' }] })
  expect(services.find(({ what }) => what === 'mail')).toMatchObject({
    state: 'late',
    problem: 'the mail server did not take a mail: 451',
  })
})
