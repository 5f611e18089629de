import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { creationTimeoutMs } from '@clutch/contract/limits.ts'
import type { Locator } from '@playwright/test'
import { callApi } from '../support/accounts.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { payNewestOrder } from '../support/payments.ts'
import {
  type RentalPlayer,
  type RentalOptions,
  createPlayer,
  createRunningRental,
  cardAction,
  rentalCard,
  openedDialog,
  holdWithKey,
  callOperatorRental,
  orderRental,
  fetchRental,
  fetchRentals,
  waitForDemo,
} from '../support/rentals.ts'
import { setRentalAdmins, suspendGame } from '../rentals/rental-fixtures.ts'
import { writeStorage, storedSession } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expect, test } from '../support/test.ts'

/** Games that a scene keeps from getting ready; they go on after it. */
const suspendedGames: { resume: () => void }[] = []
test.afterEach(() => {
  for (const one of suspendedGames.splice(0)) one.resume()
})

async function openAs({ page }: VisualContext, { session }: RentalPlayer): Promise<void> {
  await writeStorage(page, storedSession(session))
  await page.goto('/pracc')
}

/** A server that is paid, and whose game does not get ready as long as it is looked at. */
async function createPendingRental(
  stack: Stack,
  player: RentalPlayer,
  change: Partial<RentalOptions>,
): Promise<RentalView> {
  await orderRental(stack, player, change)
  await payNewestOrder(stack, 'wechat', player)
  const [server] = await fetchRentals(stack, player)
  if (server === undefined) throw new Error('no server was ordered')
  suspendedGames.push(await suspendGame(stack, server))
  return server
}

const running = new WeakMap<Stack, { player: RentalPlayer; server: RentalView }>()

/** A server that runs, and its owner; one for all scenes that only look at it. */
async function sharedRunningRental(stack: Stack): Promise<{ player: RentalPlayer; server: RentalView }> {
  const known = running.get(stack)
  if (known !== undefined) {
    const { status } = await fetchRental(stack, known.player, known.server.instance_id)
    if (status === 'RUNNING') return known
  }
  const player = known?.player ?? (await createPlayer(stack))
  const server = await createRunningRental(stack, player, {
    name: '周三训练赛',
    duration: '3m',
    relocatable: true,
  })
  const made = { player, server }
  running.set(stack, made)
  return made
}

/** Opens the page of a user with one server; returns its card. */
async function openCard(
  scene: VisualContext,
): Promise<{ card: Locator; server: RentalView; player: RentalPlayer }> {
  const { player, server } = await sharedRunningRental(scene.stack)
  await openAs(scene, player)
  const card = rentalCard(scene.page, server)
  await expect(card).toBeVisible()
  return { card, server, player }
}

/** One of the dialogs of a card. */
async function openDialog(scene: VisualContext, zh: string, en: string): Promise<Locator> {
  const { card } = await openCard(scene)
  await cardAction(card, scene.text(zh, en)).click()
  const dialog = openedDialog(scene.page)
  await expect(dialog).toBeVisible()
  return dialog
}

/** One card in every state that lasts long enough to be looked at. */
async function openAllCardStates(scene: VisualContext): Promise<void> {
  const { stack, page } = scene
  const [player, other] = [await createPlayer(stack), await createPlayer(stack)]
  await createRunningRental(stack, player, { name: '周三训练赛', duration: '3m', relocatable: true })
  const theirs = await createRunningRental(stack, other, { name: 'mossgrove 战队', region: 'ap-guangzhou' })
  await setRentalAdmins(stack, other, theirs, player)
  const maintained = await createRunningRental(stack, player, { name: '指挥专用', region: 'ap-chengdu' })
  const text = { zh: '更换硬盘，预计今晚恢复', en: 'New disks, back tonight' }
  await stack.callOperator('PUT', `/api/operator/rentals/${maintained.instance_id}/maintenance`, { text })
  const over = await createRunningRental(stack, player, {
    name: '上赛季训练服',
    region: 'ap-tokyo',
    relocatable: true,
  })
  await callOperatorRental(stack, over, 'end')
  const moving = await createRunningRental(stack, player, { name: '夜航船内战', relocatable: true })
  const targetRegion = 'ap-hongkong'
  const path = `/api/scrim/server/${moving.instance_id}/switch-region`
  void callApi(stack, 'POST', path, { bearer: player.token, body: { targetRegion } }).catch(() => undefined)
  suspendedGames.push(await suspendGame(stack, moving, 2))
  await createPendingRental(stack, player, { name: '烟火练习 A', region: 'ap-beijing', duration: '7d' })
  await openAs(scene, player)
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(rentalCard(page, over)).toContainText(scene.text('已过期', 'Expired'))
}

const states: VisualStates = {
  'practice signed out': async ({ page, text }) => {
    await page.goto('/pracc')
    await expect(page.getByText(text('登录后查看你的服务器', 'Sign in to see your servers'))).toBeVisible()
  },
  'practice empty': async (scene) => {
    await openAs(scene, await createPlayer(scene.stack))
    const { page, text } = scene
    await page.getByRole('tab', { name: text('价格', 'Pricing') }).click()
    await expect(page.getByText(text('还没有练习服务器', 'No practice servers yet'))).toBeVisible()
  },
  'practice cards': openAllCardStates,
  'practice notes': async (scene) => {
    await openCard(scene)
    await scene.page.getByRole('button', { name: scene.text('使用须知', 'Notes') }).click()
    await expect(openedDialog(scene.page)).toBeVisible()
  },
  'practice commands': async ({ page, text }) => {
    await page.goto('/pracc')
    await page.getByRole('button', { name: text('全部指令 108', 'All 108') }).click()
    await expect(openedDialog(page)).toContainText('!setup')
  },
  'practice new server': async (scene) => void (await fillForm(scene)),
  'practice payment': async (scene) => {
    const dialog = await fillForm(scene)
    await dialog.getByRole('button', { name: /¥299\.00/ }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
  },
  'practice renew': async (scene) => {
    const dialog = await openDialog(scene, '续费', 'Renew')
    await dialog.getByRole('radio', { name: scene.text('支付宝', 'Alipay') }).check()
    await expect(dialog.getByRole('button', { name: /¥299\.00/ })).toBeVisible()
  },
  'practice password': async (scene) => {
    const dialog = await openDialog(scene, '改密码', 'Password')
    await dialog.getByLabel(scene.text('新密码', 'New password'), { exact: true }).fill('no')
    await scene.page.keyboard.press('Enter')
    await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible()
  },
  'practice admins': async (scene) => {
    const dialog = await openDialog(scene, '管理员', 'Admins')
    await dialog.getByRole('textbox', { name: 'Steam ID' }).fill('76561198000000001')
    await dialog.getByRole('textbox').last().fill('mossgrove')
    await scene.page.keyboard.press('Enter')
    await expect(dialog.getByText('2 / 7')).toBeVisible()
  },
  'practice demos': async (scene) => {
    const { player, server } = await sharedRunningRental(scene.stack)
    await waitForDemo(scene.stack, player, server)
    const dialog = await openDialog(scene, 'Demo', 'Demos')
    await dialog.getByRole('radio').first().check()
  },
  'practice demo link': async (scene) => {
    const { player, server } = await sharedRunningRental(scene.stack)
    await waitForDemo(scene.stack, player, server)
    const dialog = await openDialog(scene, 'Demo', 'Demos')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: scene.text('获取下载链接', 'Get download link') }).click()
    await expect(openedDialog(scene.page).getByRole('textbox')).toBeVisible()
  },
  'practice region': async (scene) => {
    const dialog = await openDialog(scene, '切换地区', 'Region')
    await dialog.getByRole('radio', { name: /^(东京|Tokyo)/ }).check()
  },
  'practice moving': async (scene) => {
    const player = await createPlayer(scene.stack)
    const server = await createRunningRental(scene.stack, player, { name: '夜航船内战', relocatable: true })
    await openAs(scene, player)
    await cardAction(rentalCard(scene.page, server), scene.text('切换地区', 'Region')).click()
    const dialog = openedDialog(scene.page)
    await dialog.getByRole('radio', { name: /^(东京|Tokyo)/ }).check()
    const held = dialog.getByRole('button', { name: /^(切换到东京|Switch to Tokyo)/ })
    const asked = scene.page.waitForRequest('**/switch-region')
    await holdWithKey(scene.page, held)
    await asked
    suspendedGames.push(await suspendGame(scene.stack, server, 2))
    await expect(dialog.getByRole('timer')).toBeVisible()
  },
  'practice menu': async (scene) => {
    const { card } = await openCard(scene)
    await card.getByRole('button', { name: scene.text('更多：', 'More: ') }).click()
    await expect(openedDialog(scene.page)).toBeVisible()
  },
  'practice verify': async (scene) => {
    const { card } = await openCard(scene)
    await card.getByRole('button', { name: scene.text('更多：', 'More: ') }).click()
    await scene.page.getByRole('button', { name: scene.text('校验文件', 'Verify files') }).click()
    await expect(openedDialog(scene.page, scene.text('校验文件', 'Verify files'))).toBeVisible()
  },
  'practice failed': async (scene) => {
    const { stack, page, text } = scene
    const player = await createPlayer(stack)
    const server = await createPendingRental(stack, player, { name: '周五内战一号', region: 'ap-seoul' })
    stack.clock.advance(creationTimeoutMs + 60_000)
    try {
      await expect
        .poll(() => fetchRental(stack, player, server.instance_id), { intervals: [100] })
        .toMatchObject({ status: 'FAILED' })
    } finally {
      stack.clock.advance(0)
    }
    await openAs(scene, player)
    await cardAction(rentalCard(page, server), text('退款', 'Refund')).click()
    await expect(openedDialog(page)).toBeVisible()
  },
}

/** The form of a new server, with everything in it but the way it is paid. */
async function fillForm(scene: VisualContext): Promise<Locator> {
  const { page, text, stack } = scene
  await openAs(scene, await createPlayer(stack))
  await page
    .getByRole('button', { name: text('新建服务器', 'New server') })
    .first()
    .click()
  const dialog = openedDialog(page)
  await dialog.getByRole('textbox', { name: text('服务器名称', 'Server name') }).fill('周五内战一号')
  await dialog.getByLabel(text('访问密码', 'Password to join'), { exact: true }).fill('clutch2026')
  await dialog.getByRole('radio', { name: text('可切换地区', 'Switchable region') }).check()
  await dialog.getByRole('radio', { name: /^(上海|Shanghai)/ }).check()
  await dialog.getByRole('radio', { name: text('微信支付', 'WeChat Pay') }).check()
  await expect(dialog.getByRole('button', { name: /¥299\.00/ })).toBeVisible()
  return dialog
}

defineVisualTests(states)
