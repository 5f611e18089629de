import { beforeEach, expect, test, vi } from 'vitest'
import { accountButtonId, focusAccountButtonWhenLost } from './account-focus.ts'

beforeEach(() => {
  document.body.innerHTML = `<button id="${accountButtonId}">account</button><input id="search">
    <div role="dialog"><input id="password"></div>`
})

const focused = () => document.activeElement?.id
const focus = (id: string) => document.querySelector<HTMLElement>(`#${id}`)?.focus()
const closeDialog = () => document.querySelector('[role="dialog"]')?.remove()

test('C4 the account button gets the focus when the dialog closes after it appeared', async () => {
  focus('password')
  focusAccountButtonWhenLost()
  expect(focused()).toBe('password')
  closeDialog()
  await vi.waitFor(() => expect(focused()).toBe(accountButtonId))
})

test('C4 the account button gets the focus at once where it is lost already', () => {
  closeDialog()
  focusAccountButtonWhenLost()
  expect(focused()).toBe(accountButtonId)
})

test('C4 a focus elsewhere stays, also after the dialog closed', async () => {
  focus('password')
  focusAccountButtonWhenLost()
  focus('search')
  closeDialog()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(focused()).toBe('search')
})

test('C4 nothing is focused after the account part was removed', async () => {
  focus('password')
  const end = focusAccountButtonWhenLost()
  end()
  closeDialog()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(document.activeElement).toBe(document.body)
})
