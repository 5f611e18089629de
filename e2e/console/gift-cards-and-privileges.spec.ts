import { openConsole } from '../support/console.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test(
  'J F4 a batch of cards is created, its codes shown once, and a card voided',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'prices/cards')
    await page.getByRole('button', { name: '批量生成' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('数量').fill('0')
    await dialog.getByRole('button', { name: '批量生成' }).click()
    await expect(dialog.getByText('请输入 1 到 500 之间的数字')).toBeVisible()
    await dialog.getByLabel('数量').fill('3')
    await dialog.getByLabel('时长').selectOption('3m')
    await dialog.getByLabel('批次').fill('春季杯')
    await dialog.getByRole('button', { name: '批量生成' }).click()
    await expect(page.getByRole('heading', { name: '已生成 3 张礼品卡' })).toBeVisible()
    const codes = (await dialog.getByLabel('兑换码').inputValue()).split('\n')
    expect(codes).toHaveLength(3)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: '还没有保存这些兑换码' })
    await question.getByRole('button', { name: '返回保存' }).click()
    await expect(question).toBeHidden()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await dialog.getByRole('button', { name: '复制全部' }).click()
    const byHand = page.locator(`input[value="${codes.join(' ')}"]`)
    await expect(byHand).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(byHand).toBeHidden()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: '返回保存' }).click()
    await expect(question).toBeHidden()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '导出 CSV' }).click()
    expect((await saved).suggestedFilename()).toContain('春季杯')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('combobox', { name: '批次' }).selectOption('春季杯')
    const cards = page.getByRole('table', { name: '礼品卡' })
    await expect(cards.getByRole('row')).toHaveCount(4)
    await expect(cards).not.toContainText(codes[0] ?? '')
    const begins = (codes[0] ?? '').slice(0, 4)
    await cards.getByRole('button', { name: `作废礼品卡 ${begins}-****` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '作废' }).click()
    await expect(cards.getByRole('row').filter({ hasText: begins })).toContainText('已作废')
    await page.getByRole('combobox', { name: '状态' }).selectOption('unused')
    await expect(cards.getByRole('row')).toHaveCount(3)
  },
)

test(
  'J F5 a privilege is added, changed together with another operator, and seen by players',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'prices/privileges')
    await page.getByRole('button', { name: '添加特权' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('特权内容（中文）').fill('专属击杀播报')
    await dialog.getByLabel('特权内容（英文）').fill('Own kill feed')
    await dialog.getByLabel('普通').selectOption('2')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    const row = page
      .getByRole('table', { name: '特权', exact: true })
      .getByRole('row', { name: /专属击杀播报/ })
    await expect(row).toContainText('可选')
    await expect(page.getByRole('table', { name: '玩家看到的样子' })).toContainText('专属击杀播报')
    await expectAccessible(page)
    await row.getByRole('button', { name: '编辑：专属击杀播报' }).click()
    const all = (await stack.callOperator('GET', '/api/operator/privileges')) as {
      id: string
      content: { zh: string }
    }[]
    const id = all.find(({ content }) => content.zh === '专属击杀播报')?.id
    await stack.callOperator('PATCH', `/api/operator/privileges/${id}`, { flags: { normal: 1 } })
    await dialog.getByLabel('特权内容（中文）').fill('专属播报')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('对方的修改已合并到表单：特权 · 普通')).toBeVisible()
    await expect(dialog.getByLabel('普通')).toHaveValue('1')
    await expect(dialog.getByLabel('特权内容（中文）')).toHaveValue('专属播报')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/vip')
    const seen = page.getByRole('row', { name: /专属播报/ })
    await expect(seen).toContainText('可以')
    await stack.callOperator('DELETE', `/api/operator/privileges/${id}`)
  },
)
