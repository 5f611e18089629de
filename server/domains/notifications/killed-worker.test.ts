import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { KeyRing, makeSecretKey } from '../../platform/keys/keys.ts'
import { startPushService } from '@clutch/emulators/channels/push-service.ts'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { startProgram } from '../../testing/program.ts'
import { signIn } from '../accounts/testing/test-users.ts'
import { pushToPlayers } from './index.ts'
import { loadPushKeys } from './push/push-keys.ts'
import { subscribe } from './push/push-subscriptions.service.ts'
import { readPushes } from './testing/push-messages.ts'
import { type NotificationsFixture, openNotifications, serverDown } from './testing/notifications-fixture.ts'

const key = makeSecretKey()
let fixture: NotificationsFixture
beforeAll(async () => {
  fixture = await openNotifications({ keys: new KeyRing(key) })
})
afterAll(() => fixture.close())

const startWorker = () =>
  startProgram('server/domains/notifications/testing/killable-worker.program.ts', {
    TEST_DATABASE: JSON.stringify(fixture.context.database.address),
    TEST_KEY: key,
    TEST_NOW: String(fixture.context.clock.now().getTime()),
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: '0',
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_ALLOW_PRIVATE_PUSH: '1',
  })

test('a worker that is killed between sending and recording loses nothing: the next one sends the same id, in order', async () => {
  const { id } = await fixture.addChannel(fixture.target('webhook'))
  await fixture.addRule(id)
  await fixture.happen(serverDown(1, 'first'), serverDown(1, 'second'))
  const release = fixture.services.holdAnswers()
  const killed = startWorker()
  await vi.waitUntil(() => fixture.services.received.length === 1, { timeout: 30_000 })
  killed.child.kill('SIGKILL')
  await killed.ended
  release()
  fixture.context.clock.advance(60_000)
  const next = startWorker()
  await vi.waitUntil(() => fixture.services.received.length === 3, { timeout: 30_000 })
  await vi.waitUntil(async () => (await fixture.deliveries('?state=sent')).length === 2, { timeout: 30_000 })
  next.child.kill('SIGKILL')
  await next.ended
  const sent = fixture.services.received.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    server: (JSON.parse(body) as { data: { fields: { server: string } } }).data.fields.server,
  }))
  expect(sent.map(({ server }) => server)).toEqual(['first', 'first', 'second'])
  expect(sent[0]?.id).toBe(sent[1]?.id)
  expect((await fixture.deliveries()).map(({ tries }) => tries)).toEqual([1, 2])
})

test.runIf(isProving)(
  'a worker that is killed while it sends to a browser loses nothing: the next one sends the same topic and id',
  async () => {
    const { context } = fixture
    const service = await startPushService()
    service.setClock(() => context.clock.now().getTime())
    const person = await signIn(context, '76561197960265731')
    const browser = service.addBrowser((await loadPushKeys(context)).publicKey)
    await subscribe(context, person, { ...browser, language: 'en' })
    const values = { name: '77', ends: 0 }
    const until = new Date(context.clock.now().getTime() + 3_600_000)
    const message = { steamIds: [person.steamId], subject: 'sv-1', values, until } as const
    await context.database
      .transaction()
      .execute((tx) => pushToPlayers(context, tx, { kind: 'rental-ready', ...message }))
    const release = service.holdAnswers()
    const killed = startWorker()
    await vi.waitUntil(() => service.pushed.length === 1, { timeout: 30_000 })
    killed.child.kill('SIGKILL')
    await killed.ended
    release()
    context.clock.advance(60_000)
    const next = startWorker()
    const isRecorded = async () => (await readPushes(context, person)).length === 0
    await vi.waitUntil(isRecorded, { timeout: 30_000 })
    next.child.kill('SIGKILL')
    await next.ended
    const [first, second] = service.pushed.map(({ topic, text }) => [
      topic,
      (JSON.parse(text) as { id: string }).id,
    ])
    expect(service.pushed).toHaveLength(2)
    expect(first).toEqual(second)
    await service.stop()
  },
)
