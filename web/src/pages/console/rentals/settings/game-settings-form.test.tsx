import {
  operatorChangeGameSettings,
  operatorGetGameSettings,
  operatorListLoginTokens,
  type GameSettings,
} from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { refuse, stubPortal } from '../../../../app/testing/stub-portal.ts'
import { toastStore } from '../../../../ui/messages/toast-store.ts'
import { PermissionsContext } from '../../kit/permissions.ts'
import { GameSettingsPage } from './game-settings-page.tsx'

const stored: GameSettings = { nightlyHour: 5, workshopCollection: null, hasWorkshopKey: true, revision: 1 }

async function open() {
  const portal = stubPortal()
  const state = { settings: stored }
  portal.answer(operatorGetGameSettings, () => state.settings)
  portal.answer(operatorListLoginTokens, () => ({ tokens: [], without: 0, canCreate: false }))
  const { user } = await renderPage(
    <PermissionsContext value={{ rights: { rentals: 'change' }, serverIds: null }}>
      <GameSettingsPage />
    </PermissionsContext>,
    { address: '/admin/rentals/settings' },
  )
  const collection = await screen.findByRole<HTMLInputElement>('textbox', { name: '创意工坊合集' })
  return { user, portal, state, collection }
}

afterEach(() => {
  toastStore.set([])
  sessionStorage.clear()
})

test('J what was typed stays when another operator saved first, and says what they changed', async () => {
  const { user, portal, state, collection } = await open()
  const received = portal.answer(operatorChangeGameSettings, ({ body }) => {
    if (body.revision !== state.settings.revision) return refuse('edit.conflict')
    return { ...state.settings, workshopCollection: body.workshopCollection ?? null, revision: 3 }
  })
  await user.type(collection, '3070572558')
  state.settings = { ...stored, nightlyHour: 3, revision: 2 }
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/夜间重启空闲服务器（北京时间）/, { selector: 'p' })).toBeDefined()
  expect(collection.value).toBe('3070572558')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(received).toHaveLength(2))
  expect(received[1]?.body).toEqual({ nightlyHour: 3, workshopCollection: '3070572558', revision: 2 })
})

test('J deleting the key asks first, and saves nothing that was typed in other fields', async () => {
  const { user, portal, collection } = await open()
  const received = portal.answer(operatorChangeGameSettings, () => ({
    ...stored,
    hasWorkshopKey: false,
    revision: 2,
  }))
  await user.type(collection, '3070572558')
  await user.click(screen.getByRole('button', { name: '删除密钥' }))
  const question = await screen.findByRole('alertdialog')
  expect(received).toEqual([])
  await user.click(within(question).getByRole('button', { name: '删除密钥' }))
  await waitFor(() => expect(received.map(({ body }) => body)).toEqual([{ workshopKey: null }]))
  expect(collection.value).toBe('3070572558')
})
