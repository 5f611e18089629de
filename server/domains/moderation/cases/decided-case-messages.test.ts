import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { readMailJob } from '../../mail/mail-job.schema.ts'
import { addBrowser, readPushes } from '../../notifications/testing/push-messages.ts'
import { appealSanction } from '../appeals/appeals.service.ts'
import { ModerationFixture } from '../testing/moderation-fixture.ts'

let fixture: ModerationFixture
let moderator: TestUser
beforeAll(async () => {
  const SMTP_URL = 'smtp://127.0.0.1:1'
  fixture = await ModerationFixture.open({
    config: readConfig({
      CLUTCH_ENV: 'development',
      CLUTCH_PORT: '0',
      SMTP_URL,
      CLUTCH_ALLOW_PRIVATE_PUSH: '1',
    }),
  })
  await fixture.context.jobs.start()
  moderator = await fixture.operator()
})
afterAll(() => fixture.close())

/** A player with an address, in the language of their account. */
async function aPlayer(email: string | null, language: 'zh' | 'en' = 'en'): Promise<TestUser> {
  const person = await fixture.player()
  await fixture.context.database
    .updateTable('users')
    .set({ email, language, ...(email !== null && { password_hash: 'x' }) })
    .where('id', '=', person.userId)
    .execute()
  return person
}

/** The mails that were posted since the last time, by their addresses. */
async function takeMails() {
  const { database } = fixture.context
  const { rows } = await sql<{ sealed: string }>`
    delete from pgboss.job where name = 'mail' returning data->>'sealed' as sealed`.execute(database)
  return rows
    .map(({ sealed }) => readMailJob(fixture.context, sealed))
    .map(({ to, language, content }) => ({ to, language, content }))
    .toSorted((one, other) => one.to.localeCompare(other.to))
}

test('reporters with an address learn by mail how their case ended, but not those whose browsers show it or who switched it off', async () => {
  const reported = toSteamId(720_000_001)
  const [ann, bob, off] = [
    await aPlayer('ann@example.org', 'zh'),
    await aPlayer('bob@example.org'),
    await aPlayer('off@example.org'),
  ]
  await addBrowser(fixture.context, bob)
  await fixture.context.database
    .updateTable('users')
    .set({ mails_off: ['report-closed'] })
    .where('id', '=', off.userId)
    .execute()
  for (const reporter of [ann, bob, off, await aPlayer(null)]) await fixture.report(reporter, reported)
  expect(await takeMails()).toEqual([])
  await fixture.decide(moderator, reported, 'sanction')
  expect(await takeMails()).toMatchObject([
    {
      to: 'ann@example.org',
      language: 'zh',
      content: { kind: 'report-closed', name: reported, isSanctioned: true },
    },
  ])
  expect(await readPushes(fixture.context, bob)).toHaveLength(1)
})

test('an appellant with an address learns by mail of each answer and of the end', async () => {
  const { context } = fixture
  const player = await aPlayer('kite@example.org')
  const { body: sanction } = await fixture.send<{ id: string }>(
    'POST',
    '/api/operator/sanctions',
    moderator,
    {
      kind: 'ban',
      steamId: player.steamId,
      reason: 'aim bot',
    },
  )
  await appealSanction(context, player.steamId, { sanctionId: sanction.id, text: 'Please' })
  const { body } = await fixture.send<{ rows: { id: string }[] }>(
    'GET',
    `/api/operator/cases?steamId=${player.steamId}`,
    moderator,
  )
  const id = body.rows[0]?.id ?? ''
  await fixture.change(moderator, id, 'answer', { text: 'Which\nserver?' })
  await fixture.change(moderator, id, 'close', { outcome: 'upheld', note: 'A demo shows it' })
  expect((await takeMails()).map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      { kind: 'appeal-answered', outcome: 'answer', text: 'Which\nserver?' },
      { kind: 'appeal-answered', outcome: 'upheld', text: 'A demo shows it' },
    ]),
  )
})
