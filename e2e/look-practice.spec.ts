import type { PracticeServer } from '@clutch/contract/api/rentals.ts'
import { creationGivenUpMs } from '@clutch/contract/limits.ts'
import type { Locator } from '@playwright/test'
import { ask } from './accounts.ts'
import { type Scene, type Scenes, lookAt } from './look.ts'
import { payAt } from './payments.ts'
import {
  type Player,
  type Rented,
  aPlayer,
  aServer,
  actionOf,
  cardOf,
  dialogOf,
  holdByKey,
  operateLease,
  orderServer,
  serverOf,
  serversOf,
  untilDemo,
} from './practice.ts'
import { appoint, freeze } from './practice-scenery.ts'
import { keep, keptOf } from './sign-in.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

/** Games that a scene keeps from getting ready; they go on after it. */
const frozen: { thaw: () => void }[] = []
test.afterEach(() => {
  for (const one of frozen.splice(0)) one.thaw()
})

async function openAs({ page }: Scene, { session }: Player): Promise<void> {
  await keep(page, keptOf(session))
  await page.goto('/pracc')
}

/** A server that is paid, and whose game does not get ready as long as it is looked at. */
async function beingMade(stack: Stack, player: Player, change: Partial<Rented>): Promise<PracticeServer> {
  await orderServer(stack, player, change)
  await payAt(stack, 'wechat', player)
  const [server] = await serversOf(stack, player)
  if (server === undefined) throw new Error('no server was ordered')
  frozen.push(await freeze(stack, server))
  return server
}

const running = new WeakMap<Stack, { player: Player; server: PracticeServer }>()

/** A server that runs, and its owner; one for all scenes that only look at it. */
async function aRunning(stack: Stack): Promise<{ player: Player; server: PracticeServer }> {
  const known = running.get(stack)
  if (known !== undefined) {
    const { status } = await serverOf(stack, known.player, known.server.instance_id)
    if (status === 'RUNNING') return known
  }
  const player = known?.player ?? (await aPlayer(stack))
  const server = await aServer(stack, player, { name: '周三训练赛', duration: '3m', relocatable: true })
  const made = { player, server }
  running.set(stack, made)
  return made
}

/** The page of somebody with one server; answers its card. */
async function openCard(scene: Scene): Promise<{ card: Locator; server: PracticeServer; player: Player }> {
  const { player, server } = await aRunning(scene.stack)
  await openAs(scene, player)
  const card = cardOf(scene.page, server)
  await expect(card).toBeVisible()
  return { card, server, player }
}

/** One of the dialogs of a card. */
async function openDialog(scene: Scene, zh: string, en: string): Promise<Locator> {
  const { card } = await openCard(scene)
  await actionOf(card, scene.say(zh, en)).click()
  const dialog = dialogOf(scene.page)
  await expect(dialog).toBeVisible()
  return dialog
}

/** One card in every state that lasts long enough to be looked at. */
async function everyCard(scene: Scene): Promise<void> {
  const { stack, page } = scene
  const [player, other] = [await aPlayer(stack), await aPlayer(stack)]
  await aServer(stack, player, { name: '周三训练赛', duration: '3m', relocatable: true })
  const theirs = await aServer(stack, other, { name: 'mossgrove 战队', region: 'ap-guangzhou' })
  await appoint(stack, other, theirs, player)
  const maintained = await aServer(stack, player, { name: '指挥专用', region: 'ap-chengdu' })
  const text = { zh: '更换硬盘，预计今晚恢复', en: 'New disks, back tonight' }
  await stack.operate('PUT', `/api/operator/leases/${maintained.instance_id}/maintenance`, { text })
  const over = await aServer(stack, player, { name: '上赛季训练服', region: 'ap-tokyo', relocatable: true })
  await operateLease(stack, over, 'end')
  const moving = await aServer(stack, player, { name: '夜航船内战', relocatable: true })
  const targetRegion = 'ap-hongkong'
  const path = `/api/scrim/server/${moving.instance_id}/switch-region`
  void ask(stack, 'POST', path, { bearer: player.token, body: { targetRegion } }).catch(() => undefined)
  frozen.push(await freeze(stack, moving, 2))
  await beingMade(stack, player, { name: '烟火练习 A', region: 'ap-beijing', duration: '7d' })
  await openAs(scene, player)
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(cardOf(page, over)).toContainText(scene.say('已过期', 'Expired'))
}

const scenes: Scenes = {
  'practice signed out': async ({ page, say }) => {
    await page.goto('/pracc')
    await expect(page.getByText(say('登录后查看你的服务器', 'Sign in to see your servers'))).toBeVisible()
  },
  'practice empty': async (scene) => {
    await openAs(scene, await aPlayer(scene.stack))
    const { page, say } = scene
    await page.getByRole('tab', { name: say('价格', 'Pricing') }).click()
    await expect(page.getByText(say('还没有练习服务器', 'No practice servers yet'))).toBeVisible()
  },
  'practice cards': everyCard,
  'practice notes': async (scene) => {
    await openCard(scene)
    await scene.page.getByRole('button', { name: scene.say('使用须知', 'Notes') }).click()
    await expect(dialogOf(scene.page)).toBeVisible()
  },
  'practice commands': async ({ page, say }) => {
    await page.goto('/pracc')
    await page.getByRole('button', { name: say('全部指令 108', 'All 108') }).click()
    await expect(dialogOf(page)).toContainText('!setup')
  },
  'practice new server': async (scene) => void (await fill(scene)),
  'practice payment': async (scene) => {
    const dialog = await fill(scene)
    await dialog.getByRole('button', { name: /¥299\.00/ }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
  },
  'practice renew': async (scene) => {
    const dialog = await openDialog(scene, '续费', 'Renew')
    await dialog.getByRole('radio', { name: scene.say('支付宝', 'Alipay') }).check()
    await expect(dialog.getByRole('button', { name: /¥299\.00/ })).toBeVisible()
  },
  'practice password': async (scene) => {
    const dialog = await openDialog(scene, '改密码', 'Password')
    await dialog.getByLabel(scene.say('新密码', 'New password'), { exact: true }).fill('no')
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
    const { player, server } = await aRunning(scene.stack)
    await untilDemo(scene.stack, player, server)
    const dialog = await openDialog(scene, 'Demo', 'Demos')
    await dialog.getByRole('radio').first().check()
  },
  'practice demo link': async (scene) => {
    const { player, server } = await aRunning(scene.stack)
    await untilDemo(scene.stack, player, server)
    const dialog = await openDialog(scene, 'Demo', 'Demos')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: scene.say('获取下载链接', 'Get download link') }).click()
    await expect(dialogOf(scene.page).getByRole('textbox')).toBeVisible()
  },
  'practice region': async (scene) => {
    const dialog = await openDialog(scene, '切换地区', 'Region')
    await dialog.getByRole('radio', { name: /^(东京|Tokyo)/ }).check()
  },
  'practice moving': async (scene) => {
    const player = await aPlayer(scene.stack)
    const server = await aServer(scene.stack, player, { name: '夜航船内战', relocatable: true })
    await openAs(scene, player)
    await actionOf(cardOf(scene.page, server), scene.say('切换地区', 'Region')).click()
    const dialog = dialogOf(scene.page)
    await dialog.getByRole('radio', { name: /^(东京|Tokyo)/ }).check()
    const held = dialog.getByRole('button', { name: /^(切换到东京|Switch to Tokyo)/ })
    const asked = scene.page.waitForRequest('**/switch-region')
    await holdByKey(scene.page, held)
    await asked
    frozen.push(await freeze(scene.stack, server, 2))
    await expect(dialog.getByRole('timer')).toBeVisible()
  },
  'practice menu': async (scene) => {
    const { card } = await openCard(scene)
    await card.getByRole('button', { name: scene.say('更多：', 'More: ') }).click()
    await expect(dialogOf(scene.page)).toBeVisible()
  },
  'practice verify': async (scene) => {
    const { card } = await openCard(scene)
    await card.getByRole('button', { name: scene.say('更多：', 'More: ') }).click()
    await scene.page.getByRole('button', { name: scene.say('校验文件', 'Verify files') }).click()
    await expect(dialogOf(scene.page, scene.say('校验文件', 'Verify files'))).toBeVisible()
  },
  'practice failed': async (scene) => {
    const { stack, page, say } = scene
    const player = await aPlayer(stack)
    const server = await beingMade(stack, player, { name: '周五内战一号', region: 'ap-seoul' })
    stack.clock.putAhead(creationGivenUpMs + 60_000)
    try {
      await expect
        .poll(() => serverOf(stack, player, server.instance_id), { intervals: [100] })
        .toMatchObject({ status: 'FAILED' })
    } finally {
      stack.clock.putAhead(0)
    }
    await openAs(scene, player)
    await actionOf(cardOf(page, server), say('退款', 'Refund')).click()
    await expect(dialogOf(page)).toBeVisible()
  },
}

/** The form of a new server, with everything in it but the way it is paid. */
async function fill(scene: Scene): Promise<Locator> {
  const { page, say, stack } = scene
  await openAs(scene, await aPlayer(stack))
  await page
    .getByRole('button', { name: say('新建服务器', 'New server') })
    .first()
    .click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: say('服务器名称', 'Server name') }).fill('周五内战一号')
  await dialog.getByLabel(say('访问密码', 'Password to join'), { exact: true }).fill('clutch2026')
  await dialog.getByRole('radio', { name: say('可切换地区', 'Switchable region') }).check()
  await dialog.getByRole('radio', { name: /^(上海|Shanghai)/ }).check()
  await dialog.getByRole('radio', { name: say('微信支付', 'WeChat Pay') }).check()
  await expect(dialog.getByRole('button', { name: /¥299\.00/ })).toBeVisible()
  return dialog
}

lookAt(scenes)
