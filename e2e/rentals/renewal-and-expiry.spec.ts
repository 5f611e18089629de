import { existsSync } from 'node:fs'
import { durationMs } from '@clutch/contract/rules/payments/durations.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import { expiredRentalRetentionMs } from '@clutch/contract/limits.ts'
import { callApi } from '../support/accounts.ts'
import {
  choiceOption,
  advanceToNextPoll,
  fetchNewestOrder,
  payNewestOrder,
  waitUntilFulfilled,
} from '../support/payments.ts'
import {
  cardAction,
  fetchAdmins,
  createPlayer,
  createRunningRental,
  rentalCard,
  fetchDemos,
  openedDialog,
  expect,
  gameFolder,
  holdWithKey,
  isProcessAlive,
  fetchOperatorRental,
  openRentalsPage,
  callOperatorRental,
  findProcess,
  runRconCommands,
  fetchRental,
  submitWithWechat,
  submitButton,
  test,
  waitUntilRunning,
  uploadDemo,
} from '../support/rentals.ts'
import { suspendGame } from './rental-fixtures.ts'
import { expectAccessible } from '../support/test.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

test(
  'G18 by the keyboard alone to another region: another process and port, the demos are gone, and it counts',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { relocatable: true, password: 'Mover7' })
    await uploadDemo(stack, server, 'before.dem')
    const old = { run: findProcess(stack, server), folder: gameFolder(stack, server) }
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, '切换地区').press('Enter')
    const dialog = openedDialog(page, '切换地区')
    await expect(dialog).toContainText('切换会删除这台服务器的全部 Demo 和日志文件')
    await expect(dialog).toContainText('今天还可以切换 2 次，每天最多 2 次')
    const hold = dialog.getByRole('button', { name: /^切换/ }).last()
    await expect(hold).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: '广州' }).press('Space')
    const frozen = suspendGame(stack, server, 2)
    await holdWithKey(page, dialog.getByRole('button', { name: '切换到广州', exact: true }))
    const { resume } = await frozen
    try {
      await expect(dialog).toContainText('正在切换到广州')
    } finally {
      resume()
    }
    await expect(dialog).toContainText('已切换到广州')
    await expect(dialog.getByRole('button', { name: '确认' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(card).toContainText('广州 · 可切换')
    await expect(card).toContainText('运行中')

    const now = await waitUntilRunning(stack, player, server.instance_id)
    expect(now).toMatchObject({ region: 'ap-guangzhou', switches_left: 1, sv_password: 'Mover7' })
    expect(now.server_port).not.toBe(server.server_port)
    await expect(card).toContainText(`${now.public_ip}:${now.server_port}`)
    const run = findProcess(stack, server, 2)
    expect(run?.pid).not.toBe(old.run?.pid)
    expect(isProcessAlive(run?.pid ?? 0)).toBe(true)
    expect(await runRconCommands(stack, server, 'sv_password')).toBe('sv_password = Mover7')
    const names = async () => (await fetchDemos(stack, player, server)).map(({ name }) => name)
    await expect.poll(names).not.toContain('before.dem')
    await expect.poll(() => isProcessAlive(old.run?.pid ?? 0)).toBe(false)
    await expect.poll(() => existsSync(old.folder)).toBe(false)

    const path = `/api/scrim/server/${server.instance_id}/switch-region`
    const to = (targetRegion: string) =>
      callApi(stack, 'POST', path, { bearer: player.token, body: { targetRegion } })
    expect((await to('ap-hongkong')).status).toBe(200)
    expect(await (await to('ap-shanghai')).json()).toMatchObject({ code: 'switch.limit' })
    await cardAction(card, '切换地区').click()
    await expect(dialog).toContainText('今天的切换次数已用完')
    stack.clock.advance(dayMs)
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({ switches_left: 2 })
  },
)

test(
  'G13 H4 renewed by Alipay: at once “renewed”, the end follows the old one, and the game is left alone',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { duration: '7d' })
    const run = findProcess(stack, server)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, '续费').click()
    await expect(openedDialog(page, '续费')).toContainText('Kite 练习')
    await expect(choiceOption(page, '1 个月')).toBeChecked()
    await choiceOption(page, '3 个月').check()
    await choiceOption(page, '支付宝').check()
    const ends = (server.timestamp ?? 0) * 1_000 + durationMs('3m')
    await expect(openedDialog(page)).toContainText(`续费后有效期至 ${toCommunityDay(ends)}`)
    await expectAccessible(page)
    const opening = page.waitForEvent('popup')
    await submitButton(page, '¥589.00').click()
    const provider = await opening
    await provider.getByRole('button', { name: '付款' }).click()
    await expect(provider.getByText('款项已到账，可以关闭这个窗口。')).toBeVisible()
    await waitUntilFulfilled(stack, player)
    await advanceToNextPoll(page)
    const dialog = openedDialog(page)
    await expect(dialog).toContainText('续费成功')
    await expect(dialog).toContainText(`有效期至 ${toCommunityDay(ends)}`)
    const confirm = dialog.getByRole('button', { name: '确定', exact: true })
    await expect(confirm).toHaveText('确定')
    await expect(confirm).toBeFocused()
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await reloaded
    await expect(card).toContainText(`到期 ${toCommunityDay(ends)}`)
    const renewed = await fetchRental(stack, player, server.instance_id)
    expect(renewed).toMatchObject({ timestamp: Math.floor(ends / 1_000), duration: '3m', status: 'RUNNING' })
    expect(findProcess(stack, server)).toEqual(run)
  },
)

test(
  'G11 G13 renewed by PayPal: dollars, seven days at least, captured on the way back',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { duration: '4h' })
    await openRentalsPage(page, player)
    await cardAction(rentalCard(page, server), '续费').click()
    await choiceOption(page, '8 小时').check()
    await choiceOption(page, 'PayPal').check()
    await expect(choiceOption(page, '7 天')).toBeChecked()
    for (const short of ['4 小时', '8 小时', '3 天']) await expect(choiceOption(page, short)).toBeDisabled()
    const opening = page.waitForEvent('popup')
    await submitButton(page, '$11.99').click()
    const provider = await opening
    await provider.getByRole('button', { name: 'Approve' }).click()
    await expect(provider.getByText('款项已到账，可以关闭这个窗口。')).toBeVisible()
    expect(await waitUntilFulfilled(stack, player)).toMatchObject({
      amount: 1_199,
      currency: 'USD',
      duration: '7d',
    })
    await advanceToNextPoll(page)
    await expect(openedDialog(page)).toContainText('续费成功')
    const ends = Math.floor(((server.timestamp ?? 0) * 1_000 + durationMs('7d')) / 1_000)
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({ timestamp: ends })
  },
)

test(
  'G7 G21 G13 its time is over: under “expired” by itself, its process gone; renewed it is made again as it was',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { duration: '4h', password: 'Kept123' })
    await uploadDemo(stack, server, 'kept.dem')
    const run = findProcess(stack, server)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    const expired = page.getByRole('region', { name: '已过期' })
    await expect(card).toContainText('运行中')
    stack.clock.advance(durationMs('4h') + minuteMs)
    await expect(expired.locator(card)).toContainText('已过期')
    await expect.poll(() => isProcessAlive(run?.pid ?? 0)).toBe(false)
    await expect
      .poll(() => fetchRental(stack, player, server.instance_id))
      .toMatchObject({ status: 'TERMINATED', isExpired: true, public_ip: '', server_port: null })
    await expect(cardAction(card, '重启')).toHaveAttribute('aria-disabled', 'true')
    for (const open of ['复制连接', '续费']) {
      await expect(cardAction(card, open)).not.toHaveAttribute('aria-disabled')
    }
    await cardAction(card, '复制连接').click()
    await expect(page.getByText('“Kite 练习”已到期')).toBeVisible()
    await expect(cardAction(card, '已复制')).toHaveCount(0)
    await expectAccessible(page)
    // On a busy machine the game has recorded another one meanwhile.
    expect((await fetchDemos(stack, player, server)).map(({ name }) => name)).toContain('kept.dem')

    await cardAction(card, '续费').click()
    await choiceOption(page, '7 天').check()
    await submitWithWechat(page, '¥79.00')
    await payNewestOrder(stack, 'wechat', player)
    await advanceToNextPoll(page)
    const dialog = openedDialog(page)
    await expect(dialog).toContainText('服务器创建中')
    await expect(dialog.getByRole('button', { name: '确定', exact: true })).toHaveText('确定')
    const back = await waitUntilRunning(stack, player, server.instance_id)
    expect(back).toMatchObject({ instance_name: 'Kite 练习', sv_password: 'Kept123', isExpired: false })
    await expect(card).toContainText('运行中')
    await expect(expired).toHaveCount(0)
    expect(await runRconCommands(stack, server, 'sv_password')).toBe('sv_password = Kept123')
    expect(await fetchAdmins(stack, server)).toEqual([player.person.steamId])
    expect((await fetchDemos(stack, player, server)).map(({ name }) => name)).toContain('kept.dem')
    const { paid } = await fetchNewestOrder(stack, player)
    const from = Math.abs((back.timestamp ?? 0) * 1_000 - (paid ?? 0) - durationMs('7d'))
    expect(from).toBeLessThan(minuteMs)
  },
)

test(
  'G21 after seven days its demos and data are deleted; the card stays, and brought back it is called as before',
  { tag: '@variant' },
  async ({ page, stack }) => {
    // The session outlives what is kept of the server.
    stack.clock.advance(4 * minuteMs)
    const player = await createPlayer(stack)
    stack.clock.advance(0)
    const server = await createRunningRental(stack, player, { duration: '4h', password: 'Kept456' })
    await uploadDemo(stack, server, 'gone.dem')
    const folder = gameFolder(stack, server)
    await callOperatorRental(stack, server, 'end')
    await expect
      .poll(() => fetchRental(stack, player, server.instance_id))
      .toMatchObject({ status: 'TERMINATED' })
    stack.clock.advance(expiredRentalRetentionMs - 10 * minuteMs)
    expect(existsSync(folder)).toBe(true)
    stack.clock.advance(expiredRentalRetentionMs + minuteMs)
    await expect.poll(() => existsSync(folder)).toBe(false)
    await expect.poll(() => fetchDemos(stack, player, server)).toEqual([])
    await openRentalsPage(page, player)
    const card = page.getByRole('region', { name: '已过期' }).locator(rentalCard(page, server))
    await expect(card).toContainText('Kite 练习')
    await expect(card).not.toContainText('保留到')
    await callOperatorRental(stack, server, 'extend', { hours: 4 })
    await waitUntilRunning(stack, player, server.instance_id)
    await expect(rentalCard(page, server)).toContainText('运行中')
    expect((await fetchOperatorRental(stack, server)).rental.generation).toBe(2)
    expect(await runRconCommands(stack, server, 'sv_password')).toBe('sv_password = Kept456')
    expect(await runRconCommands(stack, server, 'hostname')).toContain('Kite 练习')
  },
)
