import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type TestUser, signIn } from '../../domains/accounts/testing/test-users.ts'
import { appealSanction } from '../../domains/moderation/appeals/appeals.service.ts'
import { addBrowser, readPushes } from '../../domains/notifications/testing/push-messages.ts'
import { insertQuestion } from '../../domains/payments/questions/questions.store.ts'
import { insertOrder } from '../../domains/payments/testing/rows.ts'
import { createTestRental } from '../../domains/rentals/testing/rental-builder.ts'
import {
  mailEndingRentals,
  mailReadyRentals,
  reportFailures,
} from '../../domains/rentals/owner-mails/owner-mails.service.ts'
import { sendReminders } from '../../domains/vip/reminders/reminders.service.ts'
import { grantVip } from '../../domains/vip/terms/terms.service.ts'
import type { App } from '../../platform/http/app.ts'
import { composeApp } from '../../portal.ts'
import { asOperator, testOperatorTokenHash } from '../../testing/http.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'

const minute = 60_000
const day = 24 * 60 * minute
let context: TestContext
let app: App
let made = 0

beforeAll(async () => {
  context = await createTestContext()
  await context.jobs.start()
  app = await composeApp(context, { page: false, operatorTokenHash: testOperatorTokenHash })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

/** A player with notifications in a browser. */
async function aPlayer(): Promise<TestUser> {
  const person = await signIn(context, toSteamId(700_000_000 + ++made))
  await addBrowser(context, person)
  return person
}

async function operate<Answer>(method: 'POST' | 'GET', path: string, payload?: object): Promise<Answer> {
  const url = `/api/operator/${path}`
  const answer = await app.inject({ method, url, headers: asOperator, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  return answer.json<Answer>()
}

const titles = async (person: TestUser) => (await readPushes(context, person)).map(({ title }) => title)

test('G21, G25 browsers learn that a rental is ready, failed, or ends within the hour, once each, also without mail', async () => {
  const owner = await aPlayer()
  const now = context.clock.now()
  const rentalOf = async (name: string, state: 'running' | 'failed', termMs: number) => {
    const { id } = await createTestRental(context, { state, termMs })
    await sql`update rentals set owner = ${owner.steamId}, name = ${name}, duration = '4h' where id = ${id}`.execute(
      context.database,
    )
    return id
  }
  const ready = await rentalOf('Ready', 'running', 4 * 60 * minute)
  await sql`update rentals set ready_at = ${now} where id = ${ready}`.execute(context.database)
  await rentalOf('Ending', 'running', 50 * minute)
  const failed = await rentalOf('Failed', 'failed', day)
  await sql`update rentals set failed_at = ${now}, problem = 'no room' where id = ${failed}`.execute(
    context.database,
  )
  for (let times = 0; times < 2; times += 1) {
    await mailReadyRentals(context)
    await mailEndingRentals(context)
    await reportFailures(context)
  }
  expect(await titles(owner)).toEqual([
    'Practice server ready: Ready',
    'Practice server ends soon: Ending',
    'Practice server failed: Failed',
  ])
})

test('F7 browsers learn that VIP ends, once, also without mail', async () => {
  const member = await aPlayer()
  const { steamId } = member
  const term = { steamId, durationMs: 10 * day, source: 'card', sourceId: randomUUIDv7() } as const
  await context.database.transaction().execute((tx) => grantVip(tx, context, term))
  context.clock.advance(7.5 * day)
  await sendReminders(context)
  await sendReminders(context)
  expect(await titles(member)).toEqual(['Your VIP ends within 3 days'])
  context.clock.advance(2 * day)
  await sendReminders(context)
  expect(await titles(member)).toEqual(['Your VIP ends within a day'])
})

test('the answer to a question reaches the browsers of the buyer, and a corrected one replaces it', async () => {
  const buyer = await aPlayer()
  const { userId: user_id, steamId } = buyer
  const order = await insertOrder(context.database, context.clock.now(), { user_id, buyer: steamId })
  const id = randomUUIDv7()
  await insertQuestion(context.database, { id, order_id: order, text: '?', asked_at: context.clock.now() })
  await operate('POST', `order-questions/${id}`, { answer: 'Tomorrow' })
  await operate('POST', `order-questions/${id}`, { answer: 'Today' })
  expect(await readPushes(context, buyer)).toMatchObject([
    { kind: 'order-answered', body: 'Today', page: `/orders/${order}` },
  ])
})

test('the reporters of a case and of its duplicates learn how it ended, each of a case that has an end', async () => {
  const [first, second] = [await aPlayer(), await aPlayer()]
  const report = (by: TestUser, steamId: string) =>
    app.inject({
      method: 'POST',
      url: '/api/reports',
      headers: by.headers,
      payload: { steamId, reason: 'cheating' },
    })
  const caseOf = async (steamId: string) =>
    (await operate<{ rows: { id: string }[] }>('GET', `cases?steamId=${steamId}`)).rows[0]?.id ?? ''
  const [main, alias, other] = [1, 2, 3].map((one) => toSteamId(710_000_000 + one)) as [
    string,
    string,
    string,
  ]
  await report(first, main)
  await report(second, alias)
  await operate('POST', `cases/${await caseOf(alias)}/close`, {
    outcome: 'duplicate',
    duplicateOf: await caseOf(main),
    note: '',
  })
  expect([await titles(first), await titles(second)]).toEqual([[], []])
  await operate('POST', `cases/${await caseOf(main)}/sanction`, { kind: 'ban', reason: 'aim bot', note: '' })
  for (const person of [first, second])
    expect(await readPushes(context, person)).toEqual([
      {
        kind: 'report-closed',
        title: `Your report was reviewed: ${main}`,
        body: 'The player was sanctioned.',
        page: '/reports',
      },
    ])
  await report(first, other)
  await operate('POST', `cases/${await caseOf(other)}/close`, { outcome: 'noAction', note: 'A lag spike' })
  expect((await readPushes(context, first)).at(-1)).toMatchObject({ body: 'A lag spike' })
})

test('an appellant learns of each answer and of the end of their appeal', async () => {
  const player = await aPlayer()
  const { id: sanctionId } = await operate<{ id: string }>('POST', 'sanctions', {
    kind: 'ban',
    steamId: player.steamId,
    reason: 'aim bot',
  })
  await appealSanction(context, player.steamId, { sanctionId, text: 'It was my brother' })
  const { rows } = await operate<{ rows: { id: string }[] }>('GET', `cases?steamId=${player.steamId}`)
  const id = rows[0]?.id ?? ''
  await operate('POST', `cases/${id}/answer`, { text: 'Which\nbrother?' })
  expect(await readPushes(context, player)).toEqual([
    { kind: 'appeal-answered', title: 'Answer to your appeal', body: 'Which brother?', page: '/reports' },
  ])
  await operate('POST', `cases/${id}/close`, { outcome: 'lifted', note: '' })
  expect(await readPushes(context, player)).toMatchObject([
    { title: 'Your appeal succeeded: lifted', body: 'You can join the servers again.' },
  ])
})
