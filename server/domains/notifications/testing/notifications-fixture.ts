import type { ChannelTarget, Channel } from '@clutch/contract/api/notifications/operator-channels.ts'
import type { Delivery } from '@clutch/contract/api/notifications/operator-deliveries.ts'
import type { Rule } from '@clutch/contract/api/notifications/operator-rules.ts'
import {
  type EventKind,
  type NotificationEvent,
  eventKindNames,
} from '@clutch/contract/rules/notifications/event-kinds.ts'
import { type ChannelsEmulator, startChannelsEmulator } from '@clutch/emulators/channels/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { claimNextChannel, sendClaimed } from '../deliveries/send-channel.ts'
import { notify, registerNotifications } from '../index.ts'
import { distributeEvents } from '../outbox/distribute-events.ts'

/** A portal with channels of every kind at emulators, and the worker's passes made by hand. */
export interface NotificationsFixture {
  context: TestContext
  app: App
  services: ChannelsEmulator
  call: <Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ) => Promise<Answer>
  codeOf: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ) => Promise<string | undefined>
  /** A channel with one rule for the given kinds. */
  addChannel: (target: ChannelTarget, options?: object) => Promise<Channel & { secret: string | null }>
  addRule: (channelId: string, rule?: Partial<Rule>) => Promise<Rule>
  target: (kind: 'discord' | 'webhook' | 'wecom' | 'feishu' | 'dingtalk' | 'onebot') => ChannelTarget
  happen: (...events: NotificationEvent[]) => Promise<void>
  /** Distributes and sends what is due, until nothing is. */
  pass: () => Promise<number>
  deliveries: (query?: string) => Promise<Delivery[]>
  clear: () => Promise<void>
  close: () => Promise<void>
}

export async function openNotifications(
  over: Parameters<typeof createTestContext>[0] = {},
): Promise<NotificationsFixture> {
  const context = await createTestContext(over)
  const app = await createTestApp(context)
  registerAccounts(context, app)
  registerNotifications(context, app)
  const services = await startChannelsEmulator()
  services.setClock(() => context.clock.now().getTime())
  const inject = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `/api/operator/${path}`, headers: asOperator, ...(payload && { payload }) })
  const call = async <Answer>(...request: Parameters<typeof inject>) => {
    const answer = await inject(...request)
    if (answer.statusCode >= 300) throw new Error(`${request[0]} ${request[1]}: ${answer.body}`)
    return answer.statusCode === 204 ? (undefined as Answer) : answer.json<Answer>()
  }
  const fixture: NotificationsFixture = {
    context,
    app,
    services,
    call,
    codeOf: async (...request) => (await inject(...request)).json<{ code?: string }>().code,
    async addChannel(target, options = {}) {
      const body = { name: target.kind, target, ...options }
      const { channel, secret } = await call<{ channel: Channel; secret: string | null }>(
        'POST',
        'notification-channels',
        body,
      )
      return { ...channel, secret }
    },
    addRule: (channelId, rule = {}) =>
      call('POST', 'notification-rules', { name: 'all', channelId, kinds: eventKindNames, ...rule }),
    target: (kind) => targetOf(services, kind),
    async happen(...events) {
      await context.database.transaction().execute(async (tx) => {
        for (const event of events) await notify(context, tx, event)
      })
    },
    pass: () => makePass(context),
    deliveries: async (query = '') =>
      (await call<{ rows: Delivery[] }>('GET', `notification-deliveries${query}`)).rows,
    async clear() {
      services.setFault('ok')
      services.setSecurity()
      services.received.length = 0
      services.discord.messages.clear()
      services.discord.refused.length = 0
      await context.database.deleteFrom('notification_channels').execute()
      await context.database.deleteFrom('notification_events').execute()
    },
    async close() {
      await app.close()
      await services.stop()
      await context.destroy()
    },
  }
  return fixture
}

async function makePass(context: TestContext): Promise<number> {
  let tried = 0
  while (await distributeEvents(context));
  for (;;) {
    const claim = await claimNextChannel(context)
    if (!claim) return tried
    tried += await sendClaimed(context, claim, new AbortController().signal)
  }
}

function targetOf(
  { urls, keys }: ChannelsEmulator,
  kind: Exclude<ChannelTarget['kind'], 'mail'>,
): ChannelTarget {
  const url = urls[kind]
  switch (kind) {
    case 'discord':
    case 'webhook':
    case 'wecom':
      return { kind, url }
    case 'feishu':
    case 'dingtalk':
      return { kind, url, secret: keys.secret }
    case 'onebot':
      return { kind, url, token: keys.accessToken, groupId: '123456789' }
  }
}

/** An event of a server, by its number. */
export function serverDown(number = 1, name = `Server ${number}`): NotificationEvent {
  return {
    kind: 'server.down',
    subject: `server-${number}`,
    fields: {
      server: name,
      address: `203.0.113.9:${27_000 + number}`,
      since: Date.parse('2026-11-21T10:10:00Z'),
    },
  }
}

/** An event of each kind, with texts that hold markup of every service. */
export const exampleEvents: readonly NotificationEvent[] = eventKindNames.map((kind) => exampleEvent(kind))

function exampleEvent(kind: EventKind): NotificationEvent {
  const evil = '@everyone **x** [a](http://evil.example) <@1> [CQ:at,qq=all] <font color="info">'
  const both = { zh: '备份', en: 'Backup' }
  const at = Date.parse('2026-11-21T10:10:00Z')
  const fields = {
    about: 'ref-1',
    address: '203.0.113.9:27015',
    alert: 'provider-silent',
    backup: both,
    board: { zh: '死亡竞赛', en: 'deathmatch' },
    channel: 'Ops',
    count: 3,
    days: 1,
    ends: at,
    former: evil,
    map: 'de_mirage',
    minutes: 12,
    name: evil,
    operator: 'Ann',
    order: '20261121-7',
    player: evil,
    problem: 'no answer',
    queue: 'mail',
    reason: evil,
    region: 'ap-shanghai',
    rental: 'sv-7f3k2q',
    reported: evil,
    result: '13:7',
    score: 99,
    server: evil,
    servers: 4,
    since: at,
    text: evil.repeat(40),
    version: '1.41.3.2',
  }
  // A kind reads only its own fields of these.
  return { kind, subject: `subject ${kind}`, fields } as unknown as NotificationEvent
}
