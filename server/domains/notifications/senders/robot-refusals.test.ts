import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Channel } from '@clutch/contract/api/notifications/operator-channels.ts'
import { type NotificationsFixture, openNotifications, serverDown } from '../testing/notifications-fixture.ts'

const hour = 3_600_000

let fixture: NotificationsFixture
beforeAll(async () => {
  fixture = await openNotifications()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const advance = (ms: number) => fixture.context.clock.advance(ms)
const channels = () => fixture.call<Channel[]>('GET', 'notification-channels')

test('a service that asks for pauses for days is not disabled', async () => {
  await fixture.addRule((await fixture.addChannel(fixture.target('discord'))).id)
  fixture.services.setFault('limited')
  for (let hours = 0; hours < 100; hours += 4) {
    await fixture.happen(serverDown(hours))
    await fixture.pass()
    advance(4 * hour)
  }
  expect(await channels()).toMatchObject([{ state: 'good' }])
})

test.each(['dingtalk', 'feishu'] as const)(
  'a %s robot that misses its keyword is named as the cause, and every message has the host of the portal',
  async (kind) => {
    await fixture.addRule((await fixture.addChannel(fixture.target(kind))).id)
    fixture.services.setSecurity({ keyword: 'another word' })
    await fixture.happen(serverDown(1), serverDown(2))
    // The next message may have the keyword: this one holds up none.
    expect(await fixture.pass()).toBe(2)
    const problem: unknown = expect.stringMatching(/^keyword-missing: /)
    expect(await fixture.deliveries()).toMatchObject([
      { state: 'failed', problem },
      { state: 'failed', problem },
    ])
    expect(await channels()).toMatchObject([{ state: 'failing', problem }])
    fixture.services.setSecurity({ keyword: new URL(fixture.context.config.publicUrl).host })
    await fixture.happen(serverDown(3))
    expect(await fixture.pass()).toBe(1)
    expect(await channels()).toMatchObject([{ state: 'good', problem: '' }])
  },
)

test.each([
  ['dingtalk', 'address-refused'],
  ['dingtalk', 'signature-refused'],
  ['feishu', 'address-refused'],
  ['feishu', 'signature-refused'],
] as const)(
  'a %s robot that says %s is tried again until it is set up, and nothing is lost',
  async (kind, name) => {
    await fixture.addRule((await fixture.addChannel(fixture.target(kind))).id)
    const isAddress = name === 'address-refused'
    if (isAddress) fixture.services.setSecurity({ isAddressAllowed: false })
    else fixture.services.setClock(() => 0)
    await fixture.happen(serverDown(1), serverDown(2))
    expect(await fixture.pass()).toBe(1)
    expect(await channels()).toMatchObject([
      { state: 'failing', problem: expect.stringMatching(`^${name}: `) },
    ])
    fixture.services.setSecurity()
    fixture.services.setClock(() => fixture.context.clock.now().getTime())
    advance(5_000)
    expect(await fixture.pass()).toBe(2)
    expect(await channels()).toMatchObject([{ state: 'good' }])
  },
)
