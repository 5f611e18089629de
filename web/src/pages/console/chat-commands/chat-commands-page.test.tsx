import {
  operatorAddChatCommand,
  operatorChangeChatCommand,
  operatorListChatCommands,
  operatorRemoveChatCommand,
  type OperatorChatCommand,
} from '@clutch/contract/api/content/operator-chat-commands.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../app/testing/render-page.tsx'
import { refuse, stubPortal } from '../../../app/testing/stub-portal.ts'
import { toastStore } from '../../../ui/messages/toast-store.ts'
import { ChatCommandsPage } from './chat-commands-page.tsx'

const ready: OperatorChatCommand = {
  id: '01936f00-0000-7000-8000-000000000001',
  command: '.ready',
  description: { zh: '准备', en: 'Get ready' },
  brief: { zh: '', en: '' },
  isFrequent: false,
  type: 'Match',
  position: 10,
  revision: 1,
}
const god: OperatorChatCommand = {
  ...ready,
  id: '01936f00-0000-7000-8000-000000000002',
  command: '.god',
  description: { zh: '无敌', en: 'God mode' },
  isFrequent: true,
  type: 'Practice',
  position: 20,
}

/** A portal with these commands, which tests may change as another operator would. */
function portalWith(...commands: OperatorChatCommand[]) {
  const portal = stubPortal()
  const state = { commands }
  portal.answer(operatorListChatCommands, () => state.commands)
  return { portal, state }
}

async function openPage(language: 'zh' | 'en' = 'zh') {
  const rendered = await renderPage(<ChatCommandsPage />, {
    language,
    address: '/admin/announcements/commands',
  })
  const { user } = rendered
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  /** Presses a button in the row of a command. */
  const pressIn = async (command: string, name: string) => {
    const row = await screen.findByRole('row', { name: new RegExp(`\\${command}`) })
    await user.click(within(row).getByRole('button', { name }))
  }
  const type = async (name: string, text: string) => {
    const field = screen.getByRole('textbox', { name })
    await user.clear(field)
    if (text !== '') await user.type(field, text)
  }
  return { ...rendered, press, pressIn, type }
}

const dialog = (name: string) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

afterEach(() => toastStore.set([]))

test('J the commands are listed with their words, and a filter leaves those of one type', async () => {
  portalWith(ready, god)
  const { user } = await openPage()
  const row = await screen.findByRole('row', { name: /\.god/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['.god', '20', '练习', '是', '无敌', 'God mode', ''])
  await user.selectOptions(screen.getByRole('combobox', { name: '类型' }), '比赛')
  await waitFor(() => expect(screen.queryByRole('row', { name: /\.god/ })).toBeNull())
  expect(screen.getByRole('row', { name: /\.ready/ })).toBeDefined()
})

test('J a command is added with what was typed, and the list shows it', async () => {
  const { portal, state } = portalWith(ready)
  const added = portal.answer(operatorAddChatCommand, ({ body }) => {
    const command = { ...body, id: god.id, revision: 1 }
    state.commands = [...state.commands, command]
    return command
  })
  const { press, type, user } = await openPage()
  await screen.findByRole('table')
  await press('添加指令')
  await dialog('添加指令')
  expect(value('顺序')).toBe('20')
  await type('指令', ' .god ')
  await type('说明（中文）', '无敌')
  await user.selectOptions(screen.getByRole('combobox', { name: '类型' }), '练习')
  await user.click(screen.getByRole('switch', { name: '在面板的常用指令中显示' }))
  await type('简短说明（中文）', '无敌')
  await press('保存')
  await noDialog()
  expect(added.map(({ body }) => body)).toEqual([
    {
      command: '.god',
      description: { zh: '无敌', en: '' },
      brief: { zh: '无敌', en: '' },
      isFrequent: true,
      type: 'Practice',
      position: 20,
    },
  ])
  expect(screen.getByRole('row', { name: /\.god/ })).toBeDefined()
  expect(toastStore.get()).toMatchObject([{ tone: 'good', title: '已保存' }])
})

test('J an empty command is not sent: what is missing is said at its field, and the first has the focus', async () => {
  portalWith()
  const { press, type } = await openPage()
  await press('添加指令')
  await dialog('添加指令')
  await type('顺序', '')
  await press('保存')
  const command = screen.getByRole('textbox', { name: '指令', description: '此项必填' })
  expect(screen.getByRole('textbox', { name: '说明（中文）', description: '至少填写一种语言' })).toBeDefined()
  expect(screen.getAllByRole('alert')).toHaveLength(3)
  await waitFor(() => expect(document.activeElement === command).toBe(true))
  await type('指令', '.god')
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test.each(['-1', '10001', '1.5', ''])('J %j is no position', async (text) => {
  portalWith(ready)
  const { press, pressIn, type } = await openPage()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  await type('顺序', text)
  await press('保存')
  expect(screen.getByRole('alert').textContent).toBe('请输入 0 到 10000 之间的数字')
})

test('J while a command is saved the button is busy, and a double click saves once', async () => {
  const answered = Promise.withResolvers<OperatorChatCommand>()
  const { portal } = portalWith(ready)
  const changed = portal.answer(operatorChangeChatCommand, () => answered.promise)
  const { pressIn, type, user } = await openPage()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  await type('指令', '.r')
  const save = screen.getByRole('button', { name: '保存' })
  await user.dblClick(save)
  expect(save.ariaBusy).toBe('true')
  await act(async () => answered.resolve(ready))
  await noDialog()
  expect(changed).toHaveLength(1)
})

test('J a command is changed as the operator saw it', async () => {
  const { portal } = portalWith(ready, god)
  const changed = portal.answer(operatorChangeChatCommand, () => god)
  const { press, pressIn, type } = await openPage()
  await pressIn('.god', '编辑')
  await dialog('编辑指令')
  expect([value('指令'), value('说明（英文）')]).toEqual(['.god', 'God mode'])
  await type('说明（英文）', 'No damage')
  await press('保存')
  await noDialog()
  expect(changed).toMatchObject([
    { params: { id: god.id }, body: { revision: 1, description: { zh: '无敌', en: 'No damage' } } },
  ])
})

const wordsOf = {
  zh: { edit: '编辑', title: '编辑指令', save: '保存', command: '指令', refused: '请求有误，无法处理' },
  en: {
    edit: 'Edit',
    title: 'Edit command',
    save: 'Save',
    command: 'Command',
    refused: 'The portal did not understand this request',
  },
}

test.each(['zh', 'en'] as const)(
  'C17 a refused save says why in %s and keeps what was typed',
  async (language) => {
    const words = wordsOf[language]
    const { portal } = portalWith(ready)
    portal.answer(operatorChangeChatCommand, () => refuse('request.invalid'))
    const { press, pressIn, type } = await openPage(language)
    await pressIn('.ready', words.edit)
    await dialog(words.title)
    await type(words.command, '.r')
    await press(words.save)
    expect((await screen.findByRole('alert')).textContent).toBe(words.refused)
    expect(value(words.command)).toBe('.r')
    expect(toastStore.get()).toEqual([])
  },
)

test('J a command that another operator changed first is saved only after the conflict is decided', async () => {
  const theirs = { ...ready, command: '.readyup', position: 15, revision: 2 }
  const { portal, state } = portalWith(ready)
  const changed = portal.answer(operatorChangeChatCommand, ({ body }) => {
    if (body.revision === 2) return theirs
    state.commands = [theirs]
    return refuse('edit.conflict')
  })
  const { press, pressIn, type, user } = await openPage()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  await type('指令', '.r')
  await press('保存')
  const versions = await screen.findByRole('radiogroup', { name: '指令' })
  expect(screen.getByText('对方的修改已合并到表单：顺序。')).toBeDefined()
  expect(value('顺序')).toBe('15')
  await user.click(within(versions).getByText('.readyup'))
  await press('保存')
  await noDialog()
  expect(changed.at(-1)?.body).toMatchObject({ command: '.readyup', position: 15, revision: 2 })
})

test('J closing a changed form asks first: it stays open, or its changes are discarded', async () => {
  portalWith(ready)
  const { press, pressIn, type, user } = await openPage()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  await type('指令', '.r')
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: '放弃填写的内容？' })
  await press('继续填写')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(value('指令')).toBe('.r')
  await press('取消')
  await press('放弃')
  await noDialog()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  expect(value('指令')).toBe('.ready')
})

test('J an untouched form closes without a question', async () => {
  portalWith(ready)
  const { pressIn, user } = await openPage()
  await pressIn('.ready', '编辑')
  await dialog('编辑指令')
  await user.keyboard('{Escape}')
  await noDialog()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('J a command is removed after a question, in the state the operator saw', async () => {
  const { portal, state } = portalWith(ready, god)
  const removed = portal.answer(operatorRemoveChatCommand, () => {
    state.commands = [god]
    return undefined
  })
  const { pressIn } = await openPage()
  await pressIn('.ready', '删除')
  const question = await screen.findByRole('alertdialog', { name: '删除 .ready？' })
  expect(removed).toEqual([])
  await act(async () => within(question).getByRole('button', { name: '删除' }).click())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(removed).toMatchObject([{ params: { id: ready.id }, query: { revision: 1 } }])
  expect(screen.queryByRole('row', { name: /\.ready/ })).toBeNull()
  expect(screen.getByRole('row', { name: /\.god/ })).toBeDefined()
})

test('J a removal that is cancelled removes nothing', async () => {
  const { portal } = portalWith(ready)
  const removed = portal.answer(operatorRemoveChatCommand, () => undefined)
  const { press, pressIn } = await openPage()
  await pressIn('.ready', '删除')
  await screen.findByRole('alertdialog')
  await press('取消')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(removed).toEqual([])
})

test('J a removal that is refused says why, and the list behind it shows what is stored by now', async () => {
  const { portal, state } = portalWith(ready)
  portal.answer(operatorRemoveChatCommand, () => {
    state.commands = [{ ...ready, command: '.readyup', revision: 2 }]
    return refuse('edit.conflict')
  })
  const { press, pressIn } = await openPage()
  await pressIn('.ready', '删除')
  const question = await screen.findByRole('alertdialog')
  await act(async () => within(question).getByRole('button', { name: '删除' }).click())
  await within(question).findByText('其他管理员刚刚修改过这项内容，请重新打开后再操作')
  await press('取消')
  expect(await screen.findByRole('row', { name: /\.readyup/ })).toBeDefined()
})

test('J a console without commands says where they will be shown', async () => {
  portalWith()
  await openPage()
  expect(await screen.findByText('还没有指令')).toBeDefined()
  expect(screen.getByText('指令会显示在练习服务器页面')).toBeDefined()
})

test('J commands that cannot be loaded say why, and a retry lists them', async () => {
  const { portal } = portalWith(ready)
  portal.answer(operatorListChatCommands, () => refuse('operator.unauthorized'))
  const { press } = await openPage()
  expect((await screen.findByRole('alert')).textContent).toContain('只有管理员可以这样做')
  portal.answer(operatorListChatCommands, () => [ready])
  await press('重试')
  await screen.findByRole('row', { name: /\.ready/ })
  expect(screen.queryByRole('alert')).toBeNull()
})
