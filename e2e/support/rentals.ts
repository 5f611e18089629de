import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorGetRental, operatorListRentals } from '@clutch/contract/api/rentals/operator-rentals.ts'
import type { listDemos } from '@clutch/contract/api/rentals/demos.ts'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { holdDurationMs } from '@clutch/contract/limits.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import { InstanceRecords } from '@clutch/server/domains/rentals/drivers/process/records/instance-records.ts'
import { RconClient } from '@clutch/server/domains/servers/index.ts'
import type { ProviderName } from '@clutch/emulators/payments/index.ts'
import type { Locator, Page } from '@playwright/test'
import { type Person, type Session, callApiExpectingSuccess, takePerson } from './accounts.ts'
import {
  type Buyer,
  choiceOption,
  expect,
  fetchOrders,
  payNewestOrder,
  payButton,
  test as base,
} from './payments.ts'
import { signInOnDevice } from './sessions.ts'
import { writeStorage, storedSession } from './sign-in.ts'
import type { Stack } from './stack.ts'

interface Fixtures {
  /** After the test: the clock is right again, and no rented server runs any more. */
  rentalCleanup: void
}

/** The test of journeys with practice servers. */
export const test = base.extend<Fixtures>({
  rentalCleanup: [
    async ({ stack }, use) => {
      await use()
      stack.clock.advance(0)
      await endAllRentals(stack)
    },
    { auto: true, timeout: 60_000 },
  ],
})

export { expect }

/** A user who rents servers, signed in outside any browser. */
export interface RentalPlayer extends Buyer {
  session: Session
}

/** Creates a user that no other test knows. */
export async function createPlayer(stack: Stack, person: Person = takePerson()): Promise<RentalPlayer> {
  const session = await signInOnDevice(stack, person)
  return { person, token: session.token, session }
}

/** G3: opens the page of practice servers as a signed-in user. */
export async function openRentalsPage(page: Page, { session }: RentalPlayer): Promise<void> {
  await writeStorage(page, storedSession(session))
  await page.goto('/pracc')
  await expect(page.getByRole('heading', { name: '我的服务器' })).toBeVisible()
}

/** What a user rents; tests name only the fields they are about. */
export interface RentalOptions {
  name: string
  password: string
  region: string
  duration: Duration
  relocatable: boolean
  method: ProviderName
}

const defaultRental: RentalOptions = {
  name: 'Kite 练习',
  password: 'Quiet7',
  region: 'ap-shanghai',
  duration: '1m',
  relocatable: false,
  method: 'wechat',
}

/** G10, outside any browser: orders a new server and begins to pay it; answers the order. */
export async function orderRental(
  stack: Stack,
  player: RentalPlayer,
  change: Partial<RentalOptions> = {},
): Promise<OrderView> {
  const { name, method, duration, relocatable, ...rest } = { ...defaultRental, ...change }
  const options = { ...rest, serverName: name, duration, paymentMethod: method, isRelocatable: relocatable }
  const body = {
    productType: 'server_rental',
    productId: 'new_server',
    currency: method === 'paypal' ? 'USD' : 'CNY',
    options,
  }
  const bearer = player.token
  const { id } = await callApiExpectingSuccess<{ id: string }>(stack, 'POST', '/api/payment/orders', {
    bearer,
    body,
  })
  await callApiExpectingSuccess(stack, 'POST', '/api/payment/pay', { bearer, body: { orderId: id, method } })
  const order = (await fetchOrders(stack, player)).find((one) => one.id === id)
  if (order === undefined) throw new Error('the order is not there')
  return order
}

/** A paid server that runs, made outside any browser. It is gone after the test. */
export async function createRunningRental(
  stack: Stack,
  player: RentalPlayer,
  change: Partial<RentalOptions> = {},
): Promise<RentalView> {
  await orderRental(stack, player, change)
  await payNewestOrder(stack, change.method ?? defaultRental.method, player)
  const [server] = await fetchRentals(stack, player)
  if (server === undefined) throw new Error('no server came of the order')
  return waitUntilRunning(stack, player, server.instance_id)
}

/** All servers that a user owns or is an admin of, newest first. */
export function fetchRentals(stack: Stack, { token }: Pick<Buyer, 'token'>): Promise<RentalView[]> {
  return callApiExpectingSuccess<RentalView[]>(stack, 'GET', '/api/scrim/getUserServers', {
    bearer: token,
  })
}

/** One of a user's servers as the portal reports it now. */
export async function fetchRental(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  id: string,
): Promise<RentalView> {
  const server = (await fetchRentals(stack, player)).find(({ instance_id }) => instance_id === id)
  if (server === undefined) throw new Error(`${id} is not listed`)
  return server
}

/** Waits until a server runs and can be joined; answers it as it is then. */
export async function waitUntilRunning(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  id: string,
): Promise<RentalView> {
  const look = () => fetchRental(stack, player, id)
  await expect.poll(look, { timeout: 30_000, intervals: [100] }).toMatchObject({ status: 'RUNNING' })
  return look()
}

/** A rental as an operator sees it, with everywhere it stood. */
export async function fetchOperatorRental(
  stack: Stack,
  { instance_id: id }: Pick<RentalView, 'instance_id'>,
): Promise<Reply<typeof operatorGetRental>> {
  return (await stack.callOperator('GET', `/api/operator/rentals/${id}`)) as Reply<typeof operatorGetRental>
}

/** G20 and the like: what an operator does to a rental. */
export function callOperatorRental(
  stack: Stack,
  { instance_id: id }: Pick<RentalView, 'instance_id'>,
  what: 'extend' | 'end' | 'move' | 'restart',
  body?: unknown,
): Promise<unknown> {
  return stack.callOperator('POST', `/api/operator/rentals/${id}/${what}`, body)
}

/** The name of a generation of a server: its folder below `rentals`. */
const instanceName = ({ instance_id: id }: Pick<RentalView, 'instance_id'>, generation = 1): string =>
  `prac-${id.slice('sv-'.length)}-g${generation}`

/** The folder of a server's game: where its files of configuration are. */
export const gameFolder = (stack: Stack, server: Pick<RentalView, 'instance_id'>, generation = 1): string =>
  join(stack.dataDir, 'rentals', instanceName(server, generation), 'game')

/** What the game of a server ran at its start. */
const readCfg = (
  stack: Stack,
  server: Pick<RentalView, 'instance_id'>,
  generation: number,
): Promise<string> => readFile(join(gameFolder(stack, server, generation), 'cfg/server.cfg'), 'utf8')

/** The process that a server is now; null where none was started. */
export function findProcess(
  stack: Stack,
  server: Pick<RentalView, 'instance_id'>,
  generation = 1,
): { pid: number; start: string } | null {
  return (
    new InstanceRecords(join(stack.dataDir, 'rentals')).read(instanceName(server, generation))?.run ?? null
  )
}

/** Whether a process lives. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends commands to the RCON of a rental's current instance; returns the last answer. */
export async function runRconCommands(
  stack: Stack,
  server: Pick<RentalView, 'instance_id'>,
  ...lines: readonly string[]
): Promise<string> {
  const { rental } = await fetchOperatorRental(stack, server)
  const { public_ip: host, server_port: port, generation } = rental
  if (port === null) throw new Error(`${rental.instance_id} has no instance`)
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
export async function fetchAdmins(stack: Stack, server: Pick<RentalView, 'instance_id'>): Promise<string[]> {
  return JSON.parse(await runRconCommands(stack, server, 'gamesim_admins')) as string[]
}

/** G17: the demos of a server. */
export async function fetchDemos(
  stack: Stack,
  { token }: Pick<Buyer, 'token'>,
  { instance_id: id }: Pick<RentalView, 'instance_id'>,
): Promise<Reply<typeof listDemos>['data']['demos']> {
  const path = `/api/scrim/server/${id}/demos`
  return (await callApiExpectingSuccess<Reply<typeof listDemos>>(stack, 'GET', path, { bearer: token })).data
    .demos
}

/** Uploads a demo as a server's own game does; answers its bytes. */
export async function uploadDemo(
  stack: Stack,
  server: Pick<RentalView, 'instance_id'>,
  name: string,
): Promise<Buffer> {
  const { rental } = await fetchOperatorRental(stack, server)
  const cfg = await readCfg(stack, server, rental.generation)
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
export async function waitForDemo(
  stack: Stack,
  player: Pick<Buyer, 'token'>,
  server: Pick<RentalView, 'instance_id'>,
): Promise<{ name: string; size: number }> {
  const look = async () => (await fetchDemos(stack, player, server)).length
  await expect.poll(look, { timeout: 45_000, intervals: [250] }).toBeGreaterThan(0)
  const [demo] = await fetchDemos(stack, player, server)
  if (demo === undefined) throw new Error('the demo went away')
  return demo
}

/** G4: the card of a server, by its id or the name on it. */
export const rentalCard = (page: Page, server: RentalView | string): Locator =>
  typeof server === 'string'
    ? page.getByRole('article', { name: server, exact: true })
    : page.locator(`[data-server="${server.instance_id}"]`)

/** One action of a card. */
export const cardAction = (card: Locator, name: string | RegExp): Locator =>
  card.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** The one dialog that is open. */
export const openedDialog = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name })

/** G10: opens the dialog of a new server. */
export async function openNewRental(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '新建服务器' }).first().click()
  const dialog = openedDialog(page, '新建服务器')
  await expect(dialog).toBeVisible()
  return dialog
}

/** G10: fills in the form of a new server but for the way it is paid. */
export async function fillRentalForm(
  page: Page,
  {
    name,
    password,
    mode,
    region,
    duration,
  }: Record<'name' | 'password' | 'mode' | 'region' | 'duration', string>,
): Promise<void> {
  const dialog = openedDialog(page)
  await dialog.getByRole('textbox', { name: '服务器名称' }).fill(name)
  await dialog.getByLabel('访问密码', { exact: true }).fill(password)
  await dialog.getByRole('radio', { name: mode }).check()
  await dialog.getByRole('radio', { name: region }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${duration}`) }).check()
}

/** The pay button of a server's form or of a renewal, with its amount. */
export const submitButton = (page: Page, amount: string): Locator => payButton(page, amount, '提交并支付')

/** G12: chooses WeChat Pay and submits; answers once the code is there. */
export async function submitWithWechat(page: Page, amount: string): Promise<void> {
  await choiceOption(page, '微信支付').check()
  await submitButton(page, amount).click()
  await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
}

/** G8: holds a button by the mouse until it does what it says. */
export async function holdWithMouse(page: Page, button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down()
  await waitForHold(page)
  await page.mouse.up()
}

/** G8: the same by a key alone. */
export async function holdWithKey(
  page: Page,
  button: Locator,
  key: 'Enter' | 'Space' = 'Space',
): Promise<void> {
  await button.focus()
  await page.keyboard.down(key)
  await waitForHold(page)
  await page.keyboard.up(key)
}

/** The button may be gone once it did what it says. */
async function waitForHold(page: Page): Promise<void> {
  const held = page.locator('[data-phase="holding"]')
  await expect(page.locator('[data-phase="holding"], [data-phase="done"]')).toHaveCount(1)
  await expect(held).toHaveCount(0, { timeout: 3 * holdDurationMs })
}

/** Ends all rentals and waits until their processes are gone. */
async function endAllRentals(stack: Stack): Promise<void> {
  const list = async () =>
    (await stack.callOperator('GET', '/api/operator/rentals?size=200')) as Reply<typeof operatorListRentals>
  const standing = async () =>
    (await list()).rows.filter(({ status }) => status !== 'TERMINATED' && status !== 'FAILED')
  for (const rental of await standing()) await callOperatorRental(stack, rental, 'end')
  await expect.poll(standing, { timeout: 45_000, intervals: [100] }).toEqual([])
}
