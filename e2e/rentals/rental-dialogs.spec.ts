import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { maxAdmins } from '@clutch/contract/limits.ts'
import type { Locator, Page } from '@playwright/test'
import {
  cardAction,
  fetchAdmins,
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  gameFolder,
  openRentalsPage,
  fetchRental,
  test,
} from '../support/rentals.ts'
import { suspendGame } from './rental-fixtures.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible } from '../support/test.ts'

/** Opens one of the dialogs of a server's card. */
async function open(page: Page, server: RentalView, action: string, title: string): Promise<Locator> {
  await cardAction(rentalCard(page, server), action).click()
  const dialog = openedDialog(page, title)
  await expect(dialog).toBeVisible()
  return dialog
}

/** Uploads a demo as the game of a server would: by the address and the secret of its configuration. */
async function upload(stack: Stack, server: RentalView, name: string, bytes: number): Promise<void> {
  const cfg = await readFile(join(gameFolder(stack, server), 'cfg/server.cfg'), 'utf8')
  const value = (of: string) => new RegExp(`^matchzy_demo_upload_${of} "(.+)"$`, 'm').exec(cfg)?.[1] ?? ''
  const answered = await fetch(value('url'), {
    method: 'POST',
    headers: { [value('header_key')]: value('header_value'), 'MatchZy-FileName': name },
    body: new Uint8Array(bytes),
  })
  expect(answered.status).toBe(200)
}

test(
  'G14 a password that breaks a rule shows which one, at its field, and nothing is sent',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/change-password')) sent += 1
    })
    const dialog = await open(page, server, '改密码', '修改密码')
    const [first, second] = [dialog.getByLabel('新密码', { exact: true }), dialog.getByLabel('确认新密码')]
    await expect(first).toBeFocused()
    for (const [password, again, field, words] of [
      ['', '', first, '请输入密码'],
      ['abc', 'abc', first, '密码需要 4–16 位'],
      ['a'.repeat(17), 'a'.repeat(17), first, '密码需要 4–16 位'],
      ['pass word', 'pass word', first, '密码只能包含字母和数字'],
      ['密码密码', '密码密码', first, '密码只能包含字母和数字'],
      ['Quiet8', 'Quiet9', second, '两次输入的密码不一致'],
    ] as const) {
      await first.fill(password)
      await second.fill(again)
      await cardAction(dialog, '修改密码').click()
      await expect(field).toHaveAccessibleDescription(new RegExp(words))
      await expect(field).toBeFocused()
    }
    await expectAccessible(page)
    expect(sent).toBe(0)
    await first.fill('Quiet8')
    await second.fill('Quiet8')
    await cardAction(dialog, '修改密码').dblclick()
    await expect(dialog).toContainText('密码已修改')
    expect(sent).toBe(1)
    await expect
      .poll(() => fetchRental(stack, player, server.instance_id))
      .toMatchObject({ sv_password: 'Quiet8' })
  },
)

test(
  'G14 a change is being applied while the game hangs, and applied once the game took it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    const { resume } = await suspendGame(stack, server)
    const dialog = await open(page, server, '改密码', '修改密码')
    await dialog.getByLabel('新密码', { exact: true }).fill('Quiet8')
    await dialog.getByLabel('确认新密码').fill('Quiet8')
    await cardAction(dialog, '修改密码').click()
    await expect(dialog).toContainText(/正在应用新密码|新密码暂未生效/)
    await expect(card).toContainText(/正在应用新密码|新密码暂未生效/)
    await expectAccessible(page)
    resume()
    await expect(dialog).toContainText('密码已修改')
    await expect(card).not.toContainText('新密码')
  },
)

test(
  'G14 an answer that does not come says whom to ask, and what was typed stays',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    await page.route('**/change-password', (route) => route.abort())
    const dialog = await open(page, server, '改密码', '修改密码')
    await dialog.getByLabel('新密码', { exact: true }).fill('Quiet8')
    await dialog.getByLabel('确认新密码').fill('Quiet8')
    await cardAction(dialog, '修改密码').click()
    await expect(dialog.getByRole('alert')).toContainText('help@clutch.example')
    await expect(dialog.getByLabel('新密码', { exact: true })).toHaveValue('Quiet8')
    expect((await fetchRental(stack, player, server.instance_id)).sv_password).toBe('Quiet7')
  },
)

test(
  'G15 every broken rule of the list is shown at its place; at most seven, at least one, and unsaved changes are kept unless discarded',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const dialog = await open(page, server, '管理员', '管理员列表')
    const id = dialog.getByRole('textbox', { name: 'Steam ID' })
    const note = dialog.getByRole('textbox', { name: '备注' })
    const add = dialog.getByRole('button', { name: '添加', exact: true })
    await expect(dialog.getByText('我', { exact: true })).toBeVisible()
    for (const [steamId, words] of [
      ['', '请输入 Steam ID'],
      ['7656119800000001', 'Steam ID 必须是 17 位数字'],
      ['12345678901234567', 'Steam ID 必须以 7656119 开头'],
      [player.person.steamId, '这个 Steam ID 已在列表中'],
    ] as const) {
      await id.fill(steamId)
      await add.click()
      await expect(id).toHaveAccessibleDescription(new RegExp(words))
    }
    await id.fill('76561198000000001')
    await note.fill('一'.repeat(21))
    await add.click()
    await expect(note).toHaveAccessibleDescription(/备注最多 20 个字符/)
    await expectAccessible(page)
    await note.fill('副队长')
    for (let last = 1; last < maxAdmins; last += 1) {
      await id.fill(`7656119800000000${last}`)
      await add.click()
    }
    await expect(dialog.getByText(`${maxAdmins} / ${maxAdmins}`)).toBeVisible()
    await id.fill('76561198000000009')
    await add.click()
    await expect(id).toHaveAccessibleDescription(/最多 7 位管理员/)

    await page.keyboard.press('Escape')
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText('管理员列表的修改还没有应用。')
    await cardAction(asked, '继续修改').click()
    await expect(asked).toHaveCount(0)
    for (const remove of (await dialog.getByRole('button', { name: /^移除/ }).all()).toReversed())
      await remove.click()
    await cardAction(dialog, '应用').click()
    await expect(dialog.getByRole('alert').filter({ hasText: '至少需要一位管理员' })).toBeVisible()
    await id.fill('76561198000000001')
    await add.click()
    await cardAction(dialog, '应用').click()
    await expect(dialog).toContainText('已应用，服务器上已生效')
    await expect.poll(() => fetchAdmins(stack, server)).toEqual(['76561198000000001'])
  },
)

test.describe('demos', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test(
    'G17 no demo yet says how one comes; they stand by name, asked for once in 3 s, each by a link to copy',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const player = await createPlayer(stack)
      const server = await createRunningRental(stack, player)
      const { resume } = await suspendGame(stack, server)
      try {
        await page.clock.install()
        await openRentalsPage(page, player)
        const dialog = await open(page, server, 'Demo', 'Demo')
        await expect(dialog).toContainText('还没有 Demo')
        await expect(dialog).toContainText('!setup')
        await expectAccessible(page)
        await upload(stack, server, '2026-11-22_10-00-00_7_de_mirage.dem', 2_048)
        await upload(stack, server, '2026-11-22_12-00-00_8_de_nuke.dem', 150_000)

        let asked = 0
        page.on('request', (request) => {
          if (request.url().endsWith('/demos')) asked += 1
        })
        const refresh = dialog.getByRole('button', { name: /刷新/ })
        await page.clock.fastForward(3_000)
        // The 3 s of the next rest do not pass meanwhile.
        await page.clock.setFixedTime(await page.evaluate(() => Date.now()))
        await cardAction(dialog, '刷新').click()
        await expect(dialog.getByRole('radio')).toHaveCount(2)
        await refresh.click({ force: true })
        await expect(refresh).toHaveText(/^[123] 秒后可刷新$/)
        expect(asked).toBe(1)
        await expect(dialog.locator('label')).toHaveText([/de_nuke\.dem.*146 kB/, /de_mirage\.dem.*2 kB/])

        const get = cardAction(dialog, '获取下载链接')
        await expect(get).toHaveAttribute('aria-disabled', 'true')
        await expect(get).toHaveAccessibleDescription('请先选择一个 Demo')
        await dialog.getByRole('radio', { name: /de_mirage/ }).check()
        await get.click()
        const link = openedDialog(page, '下载链接')
        await expect(link).toContainText('10 分钟内')
        await expectAccessible(page)
        await cardAction(link, '复制链接').click()
        await expect(cardAction(link, '已复制')).toBeVisible()
        const url = await page.evaluate(() => navigator.clipboard.readText())
        expect(await link.getByRole('textbox').inputValue()).toBe(url)
        expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(2_048)
        await link.getByRole('button', { name: '返回' }).click()
        await expect(dialog.getByRole('radio', { name: /de_mirage/ })).toBeChecked()

        await expect(dialog).toContainText('已用 148 kB / 5 GB，2 / 200 个 Demo')
        await cardAction(dialog, '删除').click()
        const question = page.getByRole('alertdialog', { name: '删除这个 Demo？' })
        await expect(question).toContainText('de_mirage.dem 将被永久删除')
        await expectAccessible(page)
        await cardAction(question, '取消').click()
        await expect(dialog.getByRole('radio')).toHaveCount(2)
        await cardAction(dialog, '删除').click()
        await cardAction(question, '删除').click()
        await expect(dialog.getByRole('radio')).toHaveCount(1)
        await expect(dialog).toContainText('1 / 200 个 Demo')
        expect((await fetch(url)).status).toBe(404)
      } finally {
        resume()
      }
    },
  )
})
