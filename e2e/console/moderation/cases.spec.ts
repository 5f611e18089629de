import type { Page } from '@playwright/test'
import { type Session, callApiExpectingSuccess, takePerson } from '../../support/accounts.ts'
import { playMatch } from '../../support/boards.ts'
import { createOperator, openConsole } from '../../support/console.ts'
import { signInOnDevice } from '../../support/sessions.ts'
import { storedSession, writeStorage } from '../../support/sign-in.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true })

/** Opens a page of the portal as a player. */
async function openAs(page: Page, session: Session, path: string): Promise<void> {
  await writeStorage(page, storedSession(session))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a report from the page becomes a case, the case a ban, the ban an appeal, and the appeal is granted', async ({
  page,
  stack,
}) => {
  const [reporter, target] = [takePerson(), takePerson()]
  const reporting = await signInOnDevice(stack, reporter)
  const reported = await signInOnDevice(stack, target)
  // The reported player is in the match that the server's log tells of.
  const people = [target, reporter, takePerson()]
  const steamId = (place: number) => people[place]?.steamId ?? ''
  await playMatch(stack, '北京 #1 死斗 · FFA', 'dm', [3, 1], (place) => `shooter ${place}`, steamId)
  await openAs(page, reporting, `/leaderboard/player/${target.steamId}`)
  await page.getByRole('main').getByRole('link', { name: '举报' }).click()
  await expect(page).toHaveURL(`/reports?player=${target.steamId}`)
  await page.getByRole('combobox', { name: '原因' }).selectOption('cheating')
  await page.getByRole('textbox', { name: '具体情况' }).fill('第 3 回合穿墙\n<b>看录像</b>')
  await expectAccessible(page)
  await button(page, '举报').click()
  const own = page.getByRole('list', { name: '我的举报' })
  await expect(own).toContainText('处理中')

  const operator = await createOperator(stack)
  await openConsole(page, stack, `cases?find=${target.steamId}`, operator)
  const row = page.getByRole('row').filter({ hasText: target.steamId })
  await expect(row).toContainText('待接手')
  await expectAccessible(page)
  await row.getByRole('link').first().click()
  await expect(page.getByText('<b>看录像</b>')).toBeVisible()
  await page.getByText('前后的日志').click()
  await expect(page.getByText(/shooter 0.*shooter 2/).first()).toBeVisible()
  await button(page, '接手').click()
  await page.getByRole('textbox', { name: '给其他管理员的备注' }).fill('录像里很明显')
  await button(page, '添加备注').click()
  await expect(page.getByRole('list', { name: '备注' })).toContainText('录像里很明显')
  await expectAccessible(page)
  await button(page, '处罚').click()
  await dialogOf(page).getByRole('textbox', { name: '原因' }).fill('透视')
  await expectAccessible(page)
  await inDialog(page, '封禁').click()
  await expect(page.getByText(`已处罚 · ${operator.person.name}`)).toBeVisible()

  await openAs(page, reporting, '/reports')
  await expect(own).toContainText('已处罚该玩家')
  await expect(page.getByText(operator.person.name)).toHaveCount(0)

  await openAs(page, reported, '/reports')
  await expect(page.getByRole('list', { name: '处罚' })).toContainText('原因：透视')
  await page.getByRole('textbox', { name: '申诉内容' }).fill('那不是我，账号被盗了')
  await expectAccessible(page)
  await button(page, '申诉').click()
  await expect(page.getByText('申诉处理中')).toBeVisible()
  await expect(page.getByText(reporter.name)).toHaveCount(0)

  await openConsole(page, stack, `cases?kind=appeal&find=${target.steamId}`, operator)
  await page.getByRole('row').filter({ hasText: target.steamId }).getByRole('link').first().click()
  await button(page, '接手').click()
  await page.getByRole('textbox', { name: '给玩家的回复' }).fill('我们在查看')
  await button(page, '发送回复').click()
  await expect(page.getByRole('list', { name: '申诉' })).toContainText('我们在查看')
  await expectAccessible(page)
  await button(page, '结案').click()
  await dialogOf(page).getByRole('combobox', { name: '结果' }).selectOption('lifted')
  await dialogOf(page).getByRole('textbox', { name: '给玩家的答复' }).fill('已解除')
  await expectAccessible(page)
  await inDialog(page, '结案').click()
  await expect(page.getByText(`已解除 · ${operator.person.name}`)).toBeVisible()

  await openAs(page, reported, '/reports')
  await expect(page.getByText('申诉通过')).toBeVisible()
  await expect(page.getByRole('list', { name: '申诉记录' })).toContainText('我们在查看')
  await expect(page.getByRole('textbox', { name: '申诉内容' })).toHaveCount(0)
  await expectAccessible(page)
})

test(
  'another operator sees in English who has a case, and takes it over; at 390 px nothing is cut off',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const [reporter, target] = [takePerson(), takePerson()]
    const { token: bearer } = await signInOnDevice(stack, reporter)
    await signInOnDevice(stack, target)
    const body = { steamId: target.steamId, reason: 'name', text: 'W'.repeat(300) }
    await callApiExpectingSuccess(stack, 'POST', '/api/reports', { bearer, body })
    const [first, second] = [await createOperator(stack), await createOperator(stack)]
    await page.addInitScript(() => localStorage.setItem('preferredLanguage', 'en'))
    await page.setViewportSize({ width: 390, height: 844 })
    await openConsole(page, stack, `cases?find=${target.steamId}`, first)
    await page.getByRole('link', { name: target.name, exact: true }).click()
    await button(page, 'Take').click()
    await expect(button(page, 'Give back')).toBeVisible()
    const address = new URL(page.url()).pathname.replace('/admin/', '')
    await openConsole(page, stack, address, second)
    await expect(page.getByText(`${first.person.name} is working on this case.`)).toBeVisible()
    await expect(button(page, 'Close case')).toHaveCount(0)
    await expectAccessible(page)
    const isCutOff = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isCutOff)).toBe(false)
    await button(page, 'Take over').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
    await button(page, 'Close case').click()
    await inDialog(page, 'Close case').click()
    await expect(page.getByText(`No action · ${second.person.name}`)).toBeVisible()
  },
)
