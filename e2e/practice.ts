import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorGetLease, operatorListLeases } from '@clutch/contract/api/operator-rentals.ts'
import type { listDemos } from '@clutch/contract/api/demos.ts'
import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import type { Order } from '@clutch/contract/api/payments.ts'
import { holdMs } from '@clutch/contract/limits.ts'
import type { Duration } from '@clutch/contract/rules/durations.ts'
import { Records } from '@clutch/server/rentals/drivers/process/record.ts'
import { RconClient } from '@clutch/server/servers/index.ts'
import type { ProviderName } from '@clutch/standins/payments/index.ts'
import type { Locator, Page } from '@playwright/test'
import { type Person, type Session, answered, somebody } from './accounts.ts'
import { type Buyer, choiceOf, expect, ordersOf, payAt, payButton, test as base } from './payments.ts'
import { signIn } from './session.ts'
import { keep, keptOf } from './sign-in.ts'
import type { Stack } from './stack.ts'

interface Fixtures {
  /** After the test: the clock is right again, and no rented server runs any more. */
  nothingLeft: void
}

/** The test of journeys with practice servers. */
export const test = base.extend<Fixtures>({
  nothingLeft: [
    async ({ stack }, use) => {
      await use()
      stack.clock.putAhead(0)
      await endServers(stack)
    },
    { auto: true, timeout: 60_000 },
  ],
})

export { expect }

/** Somebody who rents servers, signed in outside any browser. */
export interface Player extends Buyer {
  session: Session
}

/** Somebody no other test knows. */
export async function aPlayer(stack: Stack, person: Person = somebody()): Promise<Player> {
  const session = await signIn(stack, person)
  return { person, token: session.token, session }
}

/** G3: the page of practice servers, opened by somebody who is signed in. */
export async function openPractice(page: Page, { session }: Player): Promise<void> {
  await keep(page, keptOf(session))
  await page.goto('/pracc')
  await expect(page.getByRole('heading', { name: '我的服务器' })).toBeVisible()
}

/** What somebody rents; tests name only what they are about. */
export interface Rented {
  name: string
  password: string
  region: string
  duration: Duration
  relocatable: boolean
  method: ProviderName
}

const ordinary: Rented = {
  name: 'Kite 练习',
  password: 'Quiet7',
  region: 'ap-shanghai',
  duration: '1m',
  relocatable: false,
  method: 'wechat',
}

/** G10, outside any browser: orders a new server and begins to pay it; answers the order. */
export async function orderServer(
  stack: Stack,
  player: Player,
  change: Partial<Rented> = {},
): Promise<Order> {
  const { name, method, duration, relocatable, ...rest } = { ...ordinary, ...change }
  const options = { ...rest, serverName: name, duration, paymentMethod: method, isRelocatable: relocatable }
  const body = {
    productType: 'server_rental',
    productId: 'new_server',
    currency: method === 'paypal' ? 'USD' : 'CNY',
    options: JSON.stringify(options),
  }
  const bearer = player.token
  const { id } = await answered<{ id: string }>(stack, 'POST', '/api/payment/orders', { bearer, body })
  await answered(stack, 'POST', '/api/payment/pay', { bearer, body: { orderId: id, method } })
  const order = (await ordersOf(stack, player)).find((one) => one.id === id)
  if (order === undefined) throw new Error('the order is not there')
  return order
}

/** A paid server that runs, made outside any browser. It is gone after the test. */
export async function aServer(
  stack: Stack,
  player: Player,
  change: Partial<Rented> = {},
): Promise<PracticeServer> {
  await orderServer(stack, player, change)
  await payAt(stack, change.method ?? ordinary.method, player)
  const [server] = await serversOf(stack, player)
  if (server === undefined) throw new Error('no server came of the order')
  return untilRunning(stack, player, server.instance_id)
}

/** Everything somebody owns or is an admin of, the newest first. */
export function serversOf(stack: Stack, { token }: Pick<Buyer, 'token'>): Promise<PracticeServer[]> {
  return answered<PracticeServer[]>(stack, 'GET', '/api/scrim/getUserServers', { bearer: token })
}

/** One of somebody's servers as the portal tells it now. */
export async function serverOf(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  id: string,
): Promise<PracticeServer> {
  const server = (await serversOf(stack, player)).find(({ instance_id }) => instance_id === id)
  if (server === undefined) throw new Error(`${id} is not listed`)
  return server
}

/** Waits until a server runs and can be joined; answers it as it is then. */
export async function untilRunning(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  id: string,
): Promise<PracticeServer> {
  const look = () => serverOf(stack, player, id)
  await expect.poll(look, { timeout: 30_000, intervals: [100] }).toMatchObject({ status: 'RUNNING' })
  return look()
}

/** A lease as an operator sees it, with everywhere it stood. */
export async function leaseOf(
  stack: Stack,
  { instance_id: id }: Pick<PracticeServer, 'instance_id'>,
): Promise<Reply<typeof operatorGetLease>> {
  return (await stack.operate('GET', `/api/operator/leases/${id}`)) as Reply<typeof operatorGetLease>
}

/** G20 and the like: what an operator does to a lease. */
export function operateLease(
  stack: Stack,
  { instance_id: id }: Pick<PracticeServer, 'instance_id'>,
  what: 'extend' | 'end' | 'move' | 'restart',
  body?: unknown,
): Promise<unknown> {
  return stack.operate('POST', `/api/operator/leases/${id}/${what}`, body)
}

/** The name of a generation of a server: its folder below `rentals`. */
const nameOf = ({ instance_id: id }: Pick<PracticeServer, 'instance_id'>, generation = 1): string =>
  `prac-${id.slice('sv-'.length)}-g${generation}`

/** The folder of a server's game: where its files of configuration are. */
export const gameFolderOf = (
  stack: Stack,
  server: Pick<PracticeServer, 'instance_id'>,
  generation = 1,
): string => join(stack.dataDir, 'rentals', nameOf(server, generation), 'game')

/** What the game of a server ran at its start. */
const readCfg = (
  stack: Stack,
  server: Pick<PracticeServer, 'instance_id'>,
  generation: number,
): Promise<string> => readFile(join(gameFolderOf(stack, server, generation), 'cfg/server.cfg'), 'utf8')

/** The process that a server is now; null where none was started. */
export function processOf(
  stack: Stack,
  server: Pick<PracticeServer, 'instance_id'>,
  generation = 1,
): { pid: number; start: string } | null {
  return new Records(join(stack.dataDir, 'rentals')).read(nameOf(server, generation))?.run ?? null
}

/** Whether a process lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Runs lines at the console of a server as it stands now; answers what the last one said. */
export async function say(
  stack: Stack,
  server: Pick<PracticeServer, 'instance_id'>,
  ...lines: readonly string[]
): Promise<string> {
  const { lease } = await leaseOf(stack, server)
  const { public_ip: host, server_port: port, generation } = lease
  if (port === null) throw new Error(`${lease.instance_id} stands nowhere`)
  const cfg = await readCfg(stack, server, generation)
  const password = /^rcon_password "(\w+)"$/m.exec(cfg)?.[1] ?? ''
  const rcon = new RconClient({ host, port, password })
  try {
    let said = ''
    for (const line of lines) said = await rcon.run(line)
    return said.trim()
  } finally {
    rcon.close()
  }
}

/** G15: who may administer a server by what its game has read: SteamID64s. */
export async function adminsOn(stack: Stack, server: Pick<PracticeServer, 'instance_id'>): Promise<string[]> {
  return JSON.parse(await say(stack, server, 'gamesim_admins')) as string[]
}

/** G17: the demos of a server. */
export async function demosOf(
  stack: Stack,
  { token }: Pick<Buyer, 'token'>,
  { instance_id: id }: Pick<PracticeServer, 'instance_id'>,
): Promise<Reply<typeof listDemos>['data']['demos']> {
  const path = `/api/scrim/server/${id}/demos`
  return (await answered<Reply<typeof listDemos>>(stack, 'GET', path, { bearer: token })).data.demos
}

/** Uploads a demo as a server's own game does; answers its bytes. */
export async function uploadDemo(
  stack: Stack,
  server: Pick<PracticeServer, 'instance_id'>,
  name: string,
): Promise<Buffer> {
  const { lease } = await leaseOf(stack, server)
  const cfg = await readCfg(stack, server, lease.generation)
  const authorization = /^matchzy_demo_upload_header_value "(Bearer [^"]+)"$/m.exec(cfg)?.[1] ?? ''
  const bytes = Buffer.concat([Buffer.from('PBDEMS2\0'), randomBytes(5_000)])
  const given = await fetch(new URL('/api/events/demos', stack.url), {
    method: 'POST',
    headers: { authorization, 'matchzy-filename': name, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  expect(given.status).toBe(200)
  return bytes
}

/** Waits until a server has a demo: its visitors play a short match. */
export async function untilDemo(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  server: Pick<PracticeServer, 'instance_id'>,
): Promise<{ name: string; size: number }> {
  const look = async () => (await demosOf(stack, player, server)).length
  await expect.poll(look, { timeout: 45_000, intervals: [250] }).toBeGreaterThan(0)
  const [demo] = await demosOf(stack, player, server)
  if (demo === undefined) throw new Error('the demo went away')
  return demo
}

/** G4: the card of a server, by its id or the name on it. */
export const cardOf = (page: Page, server: PracticeServer | string): Locator =>
  typeof server === 'string'
    ? page.getByRole('article', { name: server, exact: true })
    : page.locator(`[data-server="${server.instance_id}"]`)

/** One action of a card. */
export const actionOf = (card: Locator, name: string | RegExp): Locator =>
  card.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** The one dialog that is open. */
export const dialogOf = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name })

/** G10: opens the dialog of a new server. */
export async function openNewServer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '新建服务器' }).first().click()
  const dialog = dialogOf(page, '新建服务器')
  await expect(dialog).toBeVisible()
  return dialog
}

/** G10: fills in the form of a new server but for the way it is paid. */
export async function fillServer(
  page: Page,
  {
    name,
    password,
    mode,
    region,
    duration,
  }: Record<'name' | 'password' | 'mode' | 'region' | 'duration', string>,
): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: '服务器名称' }).fill(name)
  await dialog.getByLabel('访问密码', { exact: true }).fill(password)
  await dialog.getByRole('radio', { name: mode }).check()
  await dialog.getByRole('radio', { name: region }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${duration}`) }).check()
}

/** The pay button of a server's form or of a renewal, with its amount. */
export const submitButton = (page: Page, amount: string): Locator => payButton(page, amount, '提交并支付')

/** G12: chooses WeChat Pay and submits; answers once the code is there. */
export async function submitByWechat(page: Page, amount: string): Promise<void> {
  await choiceOf(page, '微信支付').check()
  await submitButton(page, amount).click()
  await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
}

/** G8: holds a button by the mouse until it does what it says. */
export async function holdByMouse(page: Page, button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down()
  await untilHeld(page)
  await page.mouse.up()
}

/** G8: the same by a key alone. */
export async function holdByKey(
  page: Page,
  button: Locator,
  key: 'Enter' | 'Space' = 'Space',
): Promise<void> {
  await button.focus()
  await page.keyboard.down(key)
  await untilHeld(page)
  await page.keyboard.up(key)
}

/** The button may be gone once it did what it says. */
async function untilHeld(page: Page): Promise<void> {
  const held = page.locator('[data-phase="holding"]')
  await expect(page.locator('[data-phase="holding"], [data-phase="done"]')).toHaveCount(1)
  await expect(held).toHaveCount(0, { timeout: 3 * holdMs })
}

/** Lets nobody's server run on: ends them all and waits until their processes are gone. */
async function endServers(stack: Stack): Promise<void> {
  const list = async () =>
    (await stack.operate('GET', '/api/operator/leases?size=200')) as Reply<typeof operatorListLeases>
  const standing = async () =>
    (await list()).rows.filter(({ status }) => status !== 'TERMINATED' && status !== 'FAILED')
  for (const lease of await standing()) await operateLease(stack, lease, 'end')
  await expect.poll(standing, { timeout: 45_000, intervals: [100] }).toEqual([])
}
