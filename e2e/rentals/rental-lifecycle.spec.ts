import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { creationConfirmationMs } from '@clutch/contract/limits.ts'
import { callApiExpectingSuccess, callApi, takePerson } from '../support/accounts.ts'
import {
  choiceOption,
  advanceToNextPoll,
  fetchNewestOrder,
  paymentPanel,
  payNewestOrder,
  timeLeft,
  findTrade,
} from '../support/payments.ts'
import {
  cardAction,
  fetchAdmins,
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  fillRentalForm,
  gameFolder,
  holdWithMouse,
  isProcessAlive,
  openNewRental,
  openRentalsPage,
  findProcess,
  runRconCommands,
  fetchRentals,
  submitButton,
  test,
  waitForDemo,
  waitUntilRunning,
} from '../support/rentals.ts'
import { suspendGame } from './rental-fixtures.ts'
import { expectAccessible } from '../support/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The colours the card of one's only server had, from now on, one after the other; empty again after a reload. */
async function recordCardColours(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => {
      const tone = document.querySelector<HTMLElement>('main [data-server]')?.dataset['tone']
      if (tone !== undefined && seen.at(-1) !== tone) seen.push(tone)
      document.documentElement.dataset['tones'] = seen.join(' ')
    }
    const among = { subtree: true, childList: true, attributeFilter: ['data-tone'] }
    new MutationObserver(look).observe(document.body, among)
  })
  return async () => ((await page.locator('html').getAttribute('data-tones')) ?? '').split(' ')
}

test('G10 G12 G3 a server by WeChat: form, code, paid, “being created” for 180 s, and its card gets ready by itself', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  const player = await createPlayer(stack)
  await openRentalsPage(page, player)
  await expect(page.getByText('还没有练习服务器')).toBeVisible()
  const tones = await recordCardColours(page)
  const dialog = await openNewRental(page)
  await expect(dialog.getByRole('textbox', { name: '服务器名称' })).toBeFocused()
  const wanted = { name: '  周三 Scrim 5 ', password: 'Ridge77', mode: '可切换地区', region: '广州' }
  await fillRentalForm(page, { ...wanted, duration: '3 天' })
  await choiceOption(page, '微信支付').check()
  await expect(dialog).toContainText('可切换地区 · 广州 · 3 天')
  await submitButton(page, '¥55.00').click()
  await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
  await expect(timeLeft(page)).toHaveText(/^7:5\d$|^8:00$/)
  await expect(paymentPanel(page)).toContainText('周三 Scrim 5')
  await expect(paymentPanel(page)).toContainText('可切换地区 · 广州 · 16 人')
  await expectAccessible(page)
  const order = await fetchNewestOrder(stack, player)
  expect(order).toMatchObject({ status: 'open', duration: '3d', amount: 5_500, currency: 'CNY' })
  expect(JSON.stringify(order)).not.toContain('Ridge77')
  expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting', amount: 5_500 })

  await payNewestOrder(stack, 'wechat', player)
  await advanceToNextPoll(page)
  const paid = page.getByRole('dialog')
  await expect(paid).toContainText('服务器创建中')
  const confirm = paid.getByRole('button', { name: '确定', exact: true })
  await expect(confirm).toHaveText(/^确定（1[78]\d 秒）$/)
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await confirm.click({ force: true })
  const [server] = await fetchRentals(stack, player)
  if (server === undefined) throw new Error('no server')
  await waitUntilRunning(stack, player, server.instance_id)
  await expect.poll(tones).toEqual(['creating', 'running'])
  await expect(paid.getByRole('list', { name: '创建进度' })).toContainText('就绪')
  await expect(paid.getByText('服务器已就绪', { exact: true })).toBeVisible()
  await expect(paid).not.toContainText('服务器创建中')
  await expect(page).toHaveTitle(/“周三 Scrim 5”已就绪/)
  await expectAccessible(page)

  await page.clock.fastForward(creationConfirmationMs - 60_000)
  await expect(confirm).toHaveText(/秒）$/)
  await page.clock.fastForward(60_000)
  await expect(confirm).toHaveText('确定')
  const reloaded = page.waitForEvent('load')
  await confirm.click()
  await reloaded
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const card = rentalCard(page, '周三 Scrim 5')
  await expect(card).toContainText('广州 · 可切换')
  await expect(card).toContainText('运行中')
  await expect(card).toContainText('所有者')
  expect(await runRconCommands(stack, server, 'hostname')).toContain('周三 Scrim 5')
  expect(await fetchAdmins(stack, server)).toEqual([player.person.steamId])
})

test(
  'G9 G14 G8 the text that joins it is copied, its password changed, and both hold after a restart',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { password: 'Before1' })
    const address = `${server.public_ip}:${server.server_port}`
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, '复制连接').click()
    await expect(cardAction(card, '已复制')).toBeVisible()
    expect(await clipboard(page)).toBe(`password Before1; connect ${address}`)
    expect(await runRconCommands(stack, server, 'sv_password')).toBe('sv_password = Before1')

    await cardAction(card, '改密码').click()
    const dialog = openedDialog(page, '修改密码')
    await dialog.getByLabel('新密码', { exact: true }).fill('After22')
    await dialog.getByLabel('确认新密码', { exact: true }).fill('After22')
    await dialog.getByRole('button', { name: '修改密码' }).click()
    await expect(dialog).toContainText('密码已修改')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '确认' }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => runRconCommands(stack, server, 'sv_password')).toBe('sv_password = After22')
    await cardAction(card, '复制连接').click()
    await expect.poll(() => clipboard(page)).toBe(`password After22; connect ${address}`)

    const first = findProcess(stack, server)
    await runRconCommands(stack, server, 'sv_password "stray"', 'hostname "stray"')
    await holdWithMouse(page, cardAction(card, '重启'))
    await expect(page.getByText('Kite 练习 正在重启')).toBeVisible()
    await expect(cardAction(card, /^\d+ 秒$/)).toHaveAttribute('aria-disabled', 'true')
    await expect(cardAction(card, '改密码')).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => findProcess(stack, server)?.pid).not.toBe(first?.pid)
    await waitUntilRunning(stack, player, server.instance_id)
    expect(isProcessAlive(first?.pid ?? 0)).toBe(false)
    expect(await runRconCommands(stack, server, 'sv_password')).toBe('sv_password = After22')
    expect(await runRconCommands(stack, server, 'hostname')).toContain('Kite 练习')
    const again = { bearer: player.token, body: { instance_id: server.instance_id } }
    const refused = await callApi(stack, 'POST', '/api/scrim/restart-server', again)
    expect(await refused.json()).toMatchObject({ code: 'rental.locked' })
  },
)

test(
  'G15 G16 an admin is added by SteamID, another from who played there; the game knows both, before and after a restart',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    const path = `/api/scrim/server/${server.instance_id}/past-teammates`
    const teammates = async () => {
      const asked = { bearer: player.token }
      return (
        await callApiExpectingSuccess<{ teammates: { steamid: string; name: string }[] }>(
          stack,
          'GET',
          path,
          asked,
        )
      ).teammates
    }
    await expect.poll(async () => (await teammates()).length, { timeout: 20_000 }).toBeGreaterThan(1)
    const friend = takePerson()
    await openRentalsPage(page, player)
    await cardAction(rentalCard(page, server), '管理员').click()
    const dialog = openedDialog(page, '管理员列表')
    await expect(dialog).toContainText('1 / 7')
    await dialog.getByRole('textbox', { name: 'Steam ID' }).fill(friend.steamId)
    await dialog.getByRole('textbox', { name: '备注（可选）' }).fill('主狙')
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
    const one = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^添加/ }) })
    const mate = { steamid: /\d{17}/.exec(await one.first().innerText())?.[0] ?? 'nobody' }
    const row = dialog.getByRole('listitem').filter({ hasText: mate.steamid })
    await row.getByRole('button', { name: /^添加/ }).click()
    await expect(row.getByRole('button', { name: /^已在列表中/ })).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog).toContainText('3 / 7')
    await expect(dialog).toContainText('修改还没有应用')
    expect(await fetchAdmins(stack, server)).toEqual([player.person.steamId])
    await dialog.getByRole('button', { name: '应用' }).click()
    await expect(dialog).toContainText('已应用，服务器上已生效')
    await expectAccessible(page)
    const all = [player.person.steamId, friend.steamId, mate.steamid]
    await expect.poll(() => fetchAdmins(stack, server)).toEqual(all)
    const file = await readFile(join(gameFolder(stack, server), 'counterstrikesharp/admins.json'), 'utf8')
    expect(Object.keys(JSON.parse(file) as object)).toEqual(all)

    const first = findProcess(stack, server)
    await stack.callOperator('POST', `/api/operator/rentals/${server.instance_id}/restart`)
    await expect.poll(() => findProcess(stack, server)?.pid).not.toBe(first?.pid)
    await waitUntilRunning(stack, player, server.instance_id)
    expect(await fetchAdmins(stack, server)).toEqual(all)
  },
)

test(
  'G17 the demo of a match that was played there appears and is downloaded, whole and in parts',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    // Held until the page was looked at: its first match is over soon.
    const { resume } = await suspendGame(stack, server)
    const dialog = openedDialog(page)
    try {
      await openRentalsPage(page, player)
      await cardAction(rentalCard(page, server), 'Demo').click()
      await expect(dialog).toContainText('还没有 Demo')
    } finally {
      resume()
    }
    const { name, size } = await waitForDemo(stack, player, server)
    await dialog.getByRole('button', { name: '刷新', exact: true }).click()
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    const getLink = dialog.getByRole('button', { name: '获取下载链接' })
    await expect(getLink).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('radio', { name: new RegExp(RegExp.escape(name)) }).check()
    await expectAccessible(page)
    await getLink.click()
    const linkDialog = openedDialog(page, '下载链接')
    await linkDialog.getByRole('button', { name: '复制链接' }).click()
    await expect(linkDialog.getByRole('button', { name: '已复制' })).toBeVisible()
    const link = await clipboard(page)
    await expect(linkDialog.getByRole('textbox', { name: '下载链接' })).toHaveValue(link)
    await expectAccessible(page)

    const downloading = page.waitForEvent('download')
    await linkDialog.getByRole('link', { name: '下载' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(name)
    const bytes = await readFile(await download.path())
    expect(bytes).toHaveLength(size)
    expect(bytes).toEqual(await readFile(join(gameFolder(stack, server), 'MatchZy', name)))
    const part = await fetch(link, { headers: { range: 'bytes=1000-1999' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${size}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1_000, 2_000))
    stack.clock.advance(11 * 60_000)
    expect((await fetch(link)).ok).toBe(false)
  },
)
