import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createPlayer,
  createRunningRental,
  expect,
  gameFolder,
  openRentalsPage,
  openedDialog,
  rentalCard,
  runRconCommands,
  test,
} from '../support/rentals.ts'
import { expectAccessible } from '../support/test.ts'

const file = {
  default: {
    mid: {
      LineupPos: '1.5 -2 3',
      LineupAng: '-12 90 0',
      Desc: '<b>跳投</b>',
      Map: 'de_mirage',
      Type: 'Flash',
    },
  },
}

test(
  'what players save in the game is listed, added to by a file, downloaded and restored',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    const say = (text: string) => runRconCommands(stack, server, `gamesim_say 76561198000000001 ${text}`)
    expect(await say('.savenade window one step')).toContain('Lineup window saved')
    await openRentalsPage(page, player)
    await rentalCard(page, server).getByRole('button', { name: '更多：Kite 练习' }).click()
    await page.getByRole('button', { name: '投掷物存档' }).click()
    const dialog = openedDialog(page, '投掷物存档')
    await expect(dialog).toContainText('还没有保存投掷物')

    const choose = async (name: string, text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: '上传文件' }).click()
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    }
    await choose('half.json', '{"default": {')
    await expect(dialog).toContainText('文件已损坏')
    await choose('other.json', '{"default": {"mid": {"Map": "x"}}}')
    await expect(dialog).toContainText('MatchZy 无法读取这一项：default / mid')
    await choose('savednades.json', JSON.stringify(file))
    await expect(page.getByText('已添加 1 个投掷物')).toBeVisible()
    const listed = dialog.getByRole('listitem')
    await expect(listed.filter({ hasText: 'mid' })).toContainText('<b>跳投</b>')
    // The portal found it on the server when it added to it.
    await expect(listed.filter({ hasText: 'window' })).toContainText('one step', { timeout: 20_000 })
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载' }).click()
    const saved: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(saved).toMatchObject({ ...file, '76561198000000001': { window: { Desc: 'one step' } } })

    await dialog.getByRole('radio', { name: '历史版本' }).check()
    await dialog.getByRole('radio', { name: /游戏内保存/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '恢复', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '恢复' }).click()
    await expect(page.getByText('版本已恢复')).toBeVisible()
    const onServer = async () => {
      const text = await readFile(join(gameFolder(stack, server), 'cfg/MatchZy/savednades.json'), 'utf8')
      return Object.keys(JSON.parse(text) as object)
    }
    await expect.poll(onServer, { timeout: 20_000 }).toEqual(['76561198000000001'])
  },
)
