import { operatorRemoveChatCommand } from '@clutch/contract/api/content/operator-chat-commands.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorWordsLoaded } from '../../locales/lazy-words.ts'
import { zh as firstWords } from '../../locales/zh/index.ts'
import { startWords } from '../../locales/translate.ts'
import { zh } from '../../locales/zh/all-texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { refuse, stubPortal } from '../testing/stub-portal.ts'
import { call } from './api-client.ts'
import { ErrorNote } from './failed-note.tsx'
import { useAction } from './use-action.ts'

const id = '01936f00-0000-7000-8000-000000000001'
const remove = () => call(operatorRemoveChatCommand, { params: { id }, query: {} })

/** A button that does something and says why it failed. */
function Remover({ run = remove, onEnd }: { run?: () => Promise<void>; onEnd?: (worked: boolean) => void }) {
  const action = useAction(run)
  return (
    <>
      <Button submitting={action.busy} onClick={() => void action.run().then(onEnd)}>
        Remove
      </Button>
      <Button onClick={action.clear}>Dismiss</Button>
      <ErrorNote error={action.error} />
    </>
  )
}

const removeButton = () => screen.getByRole('button', { name: 'Remove' })

beforeEach(() => errorWordsLoaded.set(false))

test('J an action shows that it runs, and settles with success', async () => {
  const answered = Promise.withResolvers<undefined>()
  stubPortal().answer(operatorRemoveChatCommand, () => answered.promise)
  const onEnd = vi.fn<(worked: boolean) => void>()
  const { user } = await renderPage(<Remover onEnd={onEnd} />)
  await user.click(removeButton())
  expect(removeButton().ariaBusy).toBe('true')
  expect(removeButton().ariaDisabled).toBe('true')
  await act(async () => answered.resolve(undefined))
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true))
  expect(removeButton().ariaBusy).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('J a double click sends one request', async () => {
  const answered = Promise.withResolvers<undefined>()
  const received = stubPortal().answer(operatorRemoveChatCommand, () => answered.promise)
  const { user } = await renderPage(<Remover />)
  await user.dblClick(removeButton())
  await act(async () => answered.resolve(undefined))
  await vi.waitFor(() => expect(removeButton().ariaBusy).toBeNull())
  expect(received).toHaveLength(1)
})

test('J a second run in the same moment does nothing and settles with failure', async () => {
  const answered = Promise.withResolvers<void>()
  const run = vi.fn<() => Promise<void>>(() => answered.promise)
  const onEnd = vi.fn<(worked: boolean) => void>()
  await renderPage(<Remover run={run} onEnd={onEnd} />)
  // Two events before React draws again: the button itself cannot refuse the second one.
  await act(async () => {
    removeButton().click()
    removeButton().click()
  })
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(false)
  await act(async () => answered.resolve())
  expect(onEnd).toHaveBeenCalledTimes(2)
  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['zh', 'announcement.not_found', '这条公告已不存在'],
  ['en', 'announcement.not_found', 'This announcement is gone'],
] as const)('C17 a refusal is announced in %s', async (language, code, text) => {
  stubPortal().answer(operatorRemoveChatCommand, () => refuse(code))
  const onEnd = vi.fn<(worked: boolean) => void>()
  const { user } = await renderPage(<Remover onEnd={onEnd} />, { language })
  await user.click(removeButton())
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(false)
  expect(removeButton().ariaBusy).toBeNull()
})

test('C17 the words of a rare error are loaded when it is shown', async () => {
  stubPortal().answer(operatorRemoveChatCommand, () => refuse('edit.conflict'))
  const { user } = await renderPage(<Remover />)
  startWords('zh', firstWords)
  await user.click(removeButton())
  const alert = await screen.findByRole('alert')
  await vi.waitFor(() => expect(alert.textContent).toBe(zh.errors['edit.conflict']))
})

test('C17 a network failure is announced, and the next attempt clears it', async () => {
  const second = Promise.withResolvers<void>()
  const run = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('x'))
    .mockReturnValueOnce(second.promise)
  const { user } = await renderPage(<Remover run={run} />)
  await user.click(removeButton())
  expect((await screen.findByRole('alert')).textContent).toBe('收到了无法识别的响应')
  await user.click(removeButton())
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => second.resolve())
})

test('J an error can be dismissed', async () => {
  stubPortal().answer(operatorRemoveChatCommand, () => refuse('announcement.not_found'))
  const { user } = await renderPage(<Remover />)
  await user.click(removeButton())
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['works', 'fails'] as const)(
  'J an action that %s after its page was left ends quietly',
  async (how) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const answered = Promise.withResolvers<void>()
    const onEnd = vi.fn<(worked: boolean) => void>()
    const { user, unmount } = await renderPage(<Remover run={() => answered.promise} onEnd={onEnd} />)
    await user.click(removeButton())
    unmount()
    if (how === 'works') answered.resolve()
    else answered.reject(new Error('too late'))
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(how === 'works'))
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  },
)
