import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Channel } from '@clutch/contract/api/notifications/operator-channels.ts'
import { type NotificationsFixture, openNotifications } from '../testing/notifications-fixture.ts'
import type { LiveServer } from './live-embed.ts'
import { updateLiveMessages } from './live-messages.ts'

let fixture: NotificationsFixture
let servers: LiveServer[]
beforeAll(async () => {
  fixture = await openNotifications()
})
beforeEach(async () => {
  await fixture.clear()
  servers = [
    { name: 'One', address: '203.0.113.9:27015', isOnline: true, map: 'de_mirage', players: 7, max: 10 },
  ]
})
afterAll(() => fixture.close())

const second = 1_000
const update = (afterMs = 30 * second) => {
  fixture.context.clock.advance(afterMs)
  return updateLiveMessages(fixture.context, () => Promise.resolve(servers))
}
const messages = () => [...fixture.services.discord.messages.values()]
const aChannel = () => fixture.addChannel(fixture.target('discord'), { liveSeconds: 30, language: 'en' })

test('the server list is one message, which is edited when the list changes and at most once in its interval', async () => {
  await aChannel()
  await update(0)
  expect(messages()[0]?.embeds?.[0]).toMatchObject({
    description: String.raw`🟢 **One** · de\_mirage · 7/10 · ${'`203.0.113.9:27015`'}`,
    footer: { text: '7 players online' },
  })
  await update()
  expect(fixture.services.received).toHaveLength(1)
  servers = servers.map((one) => ({ ...one, isOnline: false }))
  await update(29 * second)
  expect(fixture.services.received).toHaveLength(1)
  await update(second)
  const [message] = messages()
  expect([messages().length, fixture.services.discord.edits.get(message?.id ?? '')]).toEqual([1, 1])
  expect(message?.embeds?.[0]).toMatchObject({ description: expect.stringContaining('offline') })
  expect(message?.allowed_mentions).toEqual({ parse: [] })
})

test('a message that was deleted in the channel is sent again', async () => {
  await aChannel()
  await update(0)
  fixture.services.discord.messages.clear()
  servers = []
  await update()
  expect(messages().map(({ embeds }) => embeds?.[0])).toMatchObject([{ description: 'No servers' }])
})

test('a service that fails or asks for time is tried again later, and the message stays one', async () => {
  await aChannel()
  await update(0)
  servers = []
  fixture.services.setFault('down')
  await update()
  fixture.services.setFault('ok')
  await update()
  expect(messages()[0]?.embeds?.[0]).not.toMatchObject({ description: 'No servers' })
  await update(60 * second)
  expect(messages()).toMatchObject([{ embeds: [{ description: 'No servers' }] }])
})

test('hundreds of servers fit into the message, which says how many are left out', async () => {
  await aChannel()
  servers = Array.from({ length: 300 }, (_, at) => ({
    name: `**[Server](http://x) ${at}** @everyone`,
    address: `203.0.113.9:${at}`,
    isOnline: true,
    map: 'm',
    players: 1,
    max: 9,
  }))
  await update(0)
  expect([messages().length, fixture.services.discord.refused]).toEqual([1, []])
  expect(messages()[0]?.embeds?.[0]?.description).toMatch(/\d+ more servers$/)
})

test('the server list is turned off and on by the channel, and is only of a Discord webhook', async () => {
  const { id } = await aChannel()
  const set = (liveSeconds: number | null) =>
    fixture.call<Channel>('PATCH', `notification-channels/${id}`, { liveSeconds })
  expect(await set(null)).toMatchObject({ liveSeconds: null })
  await update()
  expect(messages()).toEqual([])
  expect(await set(60)).toMatchObject({ liveSeconds: 60 })
  await update(0)
  expect(messages()).toHaveLength(1)
  const body = { name: 'x', target: fixture.target('webhook'), liveSeconds: 60 }
  expect(await fixture.codeOf('POST', 'notification-channels', body)).toBe('request.invalid')
})

test('a message that cannot be recorded is deleted, so that the next one is the only one', async () => {
  await aChannel()
  const { database } = fixture.context
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    database,
  )
  await sql`create trigger refuse before update of message_id on notification_live_messages
    for each row execute function refuse()`.execute(database)
  await expect(update(0)).rejects.toThrow('refused')
  await sql`drop function refuse cascade`.execute(database)
  expect(messages()).toEqual([])
  await update()
  expect(messages()).toHaveLength(1)
})
