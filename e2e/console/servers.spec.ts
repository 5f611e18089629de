import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toSteamId64 } from '@clutch/gamesim/index.ts'
import type { RegisteredServer } from '@clutch/contract/api/servers/operator-servers.ts'
import type { Locator, Page } from '@playwright/test'
import { openConsole } from '../support/console.ts'
import { startGame, startRegisteredGame } from '../support/game-servers.ts'
import type { Stack } from '../support/stack.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true })
const field = (at: Page | Locator, name: string): Locator => at.getByRole('textbox', { name, exact: true })
const commandField = (page: Page): Locator => page.getByRole('combobox', { name: '命令' })
const suggestions = (page: Page): Locator => page.getByRole('listbox', { name: '补全' }).getByRole('option')
const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

test(
  'J an operator tests a server, registers it, sees its log arrive, edits and removes it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { sim, game } = await startGame()
    try {
      await openConsole(page, stack, 'servers')
      await button(page, '添加服务器').click()
      const dialog = dialogOf(page)
      await field(dialog, 'IP 地址或域名').fill('127.0.0.1:27015')
      await button(dialog, '测试连接').click()
      await expect(dialog.getByText('请输入 IP 地址或域名，不含端口')).toBeVisible()
      await field(dialog, 'IP 地址或域名').fill(game.host)
      await field(dialog, '端口').fill(String(game.port))
      await dialog.getByLabel('RCON 密码').fill('wrong')
      await button(dialog, '测试连接').click()
      await expect(dialog.getByText('密码被拒绝')).toBeVisible()
      await expect(dialog.getByText('南京 #9 公共 · de_nuke · 0 / 16')).toBeVisible()
      await dialog.getByLabel('RCON 密码').fill('right')
      await expect(dialog.getByText('密码被拒绝')).toBeHidden()
      await button(dialog, '测试连接').click()
      await expect(dialog.getByText('密码正确')).toBeVisible()
      // What the server calls itself is the name, unless one was typed.
      await expect(field(dialog, '名称')).toHaveValue('南京 #9 公共')
      await dialog.getByRole('combobox', { name: '地区' }).selectOption('ap-nanjing')
      await expectAccessible(page)
      await button(dialog, '下一步：测试日志').click()

      await expect(page.getByRole('heading', { name: '测试日志上报' })).toBeVisible()
      await button(dialogOf(page), '测试日志').click()
      await expect(dialogOf(page).getByText(/日志已送达，用时 \d+ ms/)).toBeVisible({ timeout: 15_000 })
      await expect(dialogOf(page).getByText('logaddress_add_http')).toBeVisible()
      await button(dialogOf(page), '完成').click()
      const row = rowOf(page, '南京 #9 公共')
      await expect(row).toContainText('在线')
      await expect(row).toContainText('de_nuke')
      await expect(row).toContainText('0 / 16')

      const other = (await stack.callOperator('GET', '/api/operator/servers')) as RegisteredServer[]
      const id = other.find(({ port }) => port === game.port)?.id ?? ''
      await button(row, '编辑 南京 #9 公共').click()
      await stack.callOperator('PATCH', `/api/operator/servers/${id}`, { tickrate: '64 tick' })
      await field(dialogOf(page), '显示名称').fill('南京 #9')
      await button(dialogOf(page), '保存').click()
      await expect(dialogOf(page).getByText(/对方的修改已合并到表单：Tick 率/)).toBeVisible()
      await expect(field(dialogOf(page), 'Tick 率（显示在模式旁）')).toHaveValue('64 tick')
      await expect(field(dialogOf(page), '显示名称')).toHaveValue('南京 #9')
      await field(dialogOf(page), '显示名称').fill('南京 #9 维护')
      await dialogOf(page)
        .getByRole('switch', { name: /维护中/ })
        .check()
      await field(dialogOf(page), '维护说明（中文）').fill('换硬盘')
      await button(dialogOf(page), '保存').click()
      await expect(rowOf(page, '南京 #9 维护')).toContainText('维护中')
      await page.getByRole('combobox', { name: '状态' }).selectOption('maintenance')
      await expect(page.getByRole('row')).toHaveCount(2)

      const player = await page.context().newPage()
      await player.goto('/servers')
      const listed = player.getByRole('row').filter({ hasText: '南京 #9 维护' })
      await expect(listed).toContainText('维护中')
      await expect(listed.locator('[data-join]')).toHaveAttribute('aria-disabled', 'true')
      await expect(listed.locator('[data-join]')).toHaveAttribute('aria-description', '换硬盘')
      await player.close()

      await button(page, '移除 南京 #9 维护').click()
      await button(page.getByRole('alertdialog').or(dialogOf(page)), '移除').click()
      await expect(page.getByText('没有符合条件的内容')).toBeVisible()
    } finally {
      await sim.close()
    }
  },
)

test(
  'J an operator works on a server by its console, with the keyboard alone',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { id, end } = await startRegisteredGame(stack)
    try {
      await openConsole(page, stack, `servers?server=${id}`)
      const screen = page.getByRole('log', { name: /RCON/ })
      await commandField(page).focus()
      await page.keyboard.type('changelevel de_d')
      await expect(suggestions(page)).toHaveText(['de_dust2'])
      await page.keyboard.press('Tab')
      await expect(commandField(page)).toHaveValue('changelevel de_dust2')
      await page.keyboard.press('Enter')
      await expect(screen.getByText('> changelevel de_dust2')).toBeVisible()
      await expect(commandField(page)).toHaveValue('')
      await page.keyboard.type('sv_password geheim')
      await page.keyboard.press('Enter')
      await expect(screen.getByText('> sv_password ********')).toBeVisible()
      await expect(page.getByText('geheim')).toHaveCount(0)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect(commandField(page)).toHaveValue('changelevel de_dust2')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('statu')
      await page.keyboard.press('ArrowDown')
      await expect(suggestions(page).filter({ hasText: '服务器与玩家概况' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await page.keyboard.press('Enter')
      await expect(commandField(page)).toHaveValue('status')
      await page.keyboard.press('Enter')
      await expect(screen.getByText('hostname : 南京 #9 公共')).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(screen.getByText('> changelevel de_dust2')).toBeVisible()
      const audit = await stack.callOperator('GET', '/api/operator/audit')
      expect(JSON.stringify(audit)).toContain('changelevel de_dust2')
      expect(JSON.stringify(audit)).not.toContain('geheim')
      await page.keyboard.press('Tab')
      await button(page, '关闭详情').focus()
      await page.keyboard.press('Escape')
      await expect(commandField(page)).toBeHidden()
    } finally {
      await end()
    }
  },
)

test(
  'J an operator sees who plays and what the log says, speaks, kicks and bans',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { game, id, end } = await startRegisteredGame(stack)
    try {
      game.connect({ name: '老王<b>', steamId: toSteamId64(11) })
      game.connect({ name: '小李', steamId: toSteamId64(12) })
      await stack.callOperator('POST', `/api/operator/servers/${id}/connect-log`)
      await openConsole(page, stack, `servers?server=${id}&tab=log`)
      game.say(game.connect({ name: '小张', steamId: toSteamId64(13), address: '203.0.113.9:27005' }), '你好')
      const log = page.getByRole('log', { name: /日志/ })
      await expect(log.getByText(/小张.*say "你好"/)).toBeVisible()
      await expect(log.getByText('203.0.113.9')).toHaveCount(0)

      await page.getByRole('tab', { name: /玩家/ }).click()
      await button(page, '踢出 老王<b>').click()
      await field(dialogOf(page), '原因').fill('a"; quit')
      await button(dialogOf(page), '踢出').click()
      await expect(dialogOf(page).getByText('不能含有英文引号、分号或 //')).toBeVisible()
      await field(dialogOf(page), '原因').fill('挂机')
      await button(dialogOf(page), '踢出').click()
      await expect(dialogOf(page)).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: '老王' })).toHaveCount(0)
      await button(page, '封禁 小李').click()
      await dialogOf(page).getByRole('combobox', { name: '时长' }).selectOption('m30')
      await button(dialogOf(page), '封禁').click()
      await expect(dialogOf(page)).toBeHidden()
      await expect(page.getByRole('listitem').filter({ hasText: '小李' })).toHaveCount(0)
      expect(game.game.roster.all.map(({ name }) => name)).toEqual(['小张'])
      expect(() => game.connect({ name: '小李', steamId: toSteamId64(12) })).toThrow('banned')

      await page.getByRole('tab', { name: 'RCON' }).click()
      await button(page, '全服消息').click()
      await field(dialogOf(page), '内容').fill('五分钟后换图')
      await button(dialogOf(page), '发送').click()
      await expect(dialogOf(page)).toBeHidden()
      expect(game.records.announcements).toContain('五分钟后换图')
      await page.getByRole('tab', { name: '日志' }).click()
      await expect(log.getByText(/disconnected \(reason "挂机"\)/)).toBeVisible()

      await reportLogGap(stack, id)
      await page.getByRole('tab', { name: '配置' }).click()
      await expect(page.getByText('1 处，缺失 2 kB')).toBeVisible()
      await button(page, '确认缺口').click()
      await expect(page.getByText('已确认日志缺口')).toBeVisible()
      await expect(button(page, '确认缺口')).toHaveCount(0)
    } finally {
      await end()
    }
  },
)

/** Reports two batches of a log between which 2,000 bytes are missing. */
async function reportLogGap(stack: Stack, id: string): Promise<void> {
  const { log } = (await stack.callOperator('POST', `/api/operator/servers/${id}/report-secret`)) as {
    log: string
  }
  const body = '11/21/2026 - 14:02:07.123 - "A<1><[U:1:1]><CT>" say "hello"\n'
  for (const begins of [0, body.length + 2_000]) {
    const answered = await fetch(new URL(new URL(log).pathname, stack.url), {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-server-instance-token': 'gap',
        'x-logbytes-beginoffset': String(begins),
        'x-logbytes-endoffset': String(begins + body.length),
      },
      body,
    })
    expect(answered.status).toBe(200)
  }
}

test(
  'A10 an operator takes the code of the list, and another site shows it in a frame',
  { tag: '@variant' },
  async ({ page, stack, browser }) => {
    const { end } = await startRegisteredGame(stack)
    const site = createServer()
    try {
      await openConsole(page, stack, 'servers')
      await button(page, '嵌入').click()
      const dialog = dialogOf(page)
      const preview = dialog.frameLocator('iframe')
      await dialog.getByLabel('语言').selectOption('en')
      await dialog.getByLabel('主题').selectOption('light')
      await dialog.getByLabel('服务器数量').selectOption('20')
      await expect(preview.getByRole('link', { name: 'Join' }).first()).toBeVisible()
      await expectAccessible(page)
      const list = await dialog.locator('pre').innerText()
      await dialog.getByRole('radio', { name: '在线人数徽章' }).click()
      const badge = await dialog.locator('pre').innerText()

      site.on('request', (_, response) =>
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(`<h1>Another site</h1>${list}${badge}`),
      )
      await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
      const visitor = await browser.newPage()
      await visitor.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
      const frame = visitor.frameLocator('iframe')
      await expect(frame.getByRole('listitem').filter({ hasText: '南京 #9 公共' })).toContainText('0/16')
      await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
      const width = () => visitor.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
      await expect.poll(width).toBeGreaterThan(40)
      await visitor.close()
    } finally {
      site.close()
      await end()
    }
  },
)
