import { openConsole } from '../support/console.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test(
  'J input in a form is discarded only after confirmation, and an untouched form does not ask',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'faq')
    const dialog = page.getByRole('dialog', { name: '添加问题' })
    const question = dialog.getByRole('textbox', { name: '问题' })
    const asked = page.getByRole('alertdialog', { name: '放弃填写的内容？' })
    const add = page.getByRole('button', { name: '添加问题' })
    await add.click()
    await question.fill('写到一半')
    await question.fill('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()

    await page.keyboard.press('Enter')
    await question.fill('写到一半')
    await page.keyboard.press('Escape')
    await expect(asked.getByRole('button', { name: '继续填写' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(question).toHaveValue('写到一半')
    await expect(question).toBeFocused()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await asked.getByRole('button', { name: '放弃' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
  },
)

test(
  'J a page with unsaved input is left by a link, the back button or a reload only after confirmation',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'announcements')
    await page.getByRole('link', { name: '文案与链接' }).click()
    const name = page.getByRole('textbox', { name: '名称' })
    const stored = await name.inputValue()
    await name.fill('改到一半')
    await page.getByRole('textbox', { name: 'Discord' }).fill('https://discord.example/half')
    const asked = page.getByRole('alertdialog')
    await page.getByRole('link', { name: '指令', exact: true }).click()
    await asked.getByRole('button', { name: '继续填写' }).click()
    await expect(page).toHaveURL(/announcements\/texts$/)
    await page.goBack()
    await asked.getByRole('button', { name: '继续填写' }).click()
    await expect(page).toHaveURL(/announcements\/texts$/)
    await expect(name).toHaveValue('改到一半')

    const reloading = page.waitForEvent('dialog')
    const reloaded = page.reload()
    await (await reloading).accept()
    await reloaded
    // What was typed outlives the page, as where a session ends: it is back, and can be dropped.
    await expect(name).toHaveValue('改到一半')
    const restored = page.getByRole('status').filter({ hasText: '已恢复' })
    await expect(restored).toHaveCount(2)
    await expectAccessible(page)
    await restored.first().getByRole('button', { name: '放弃这些内容' }).click()
    await expect(name).toHaveValue(stored)

    await name.fill('改到一半')
    await page.getByRole('link', { name: '指令', exact: true }).click()
    await asked.getByRole('button', { name: '放弃' }).click()
    await expect(page).toHaveURL(/announcements\/commands$/)
    await page.getByRole('link', { name: '文案与链接' }).click()
    await expect(name).toHaveValue(stored)
    await expect(page.getByRole('textbox', { name: 'Discord' })).toHaveValue('')
    await expect(restored).toHaveCount(0)
  },
)
