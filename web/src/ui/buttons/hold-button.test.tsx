import { holdDurationMs } from '@clutch/contract/limits.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HoldButton } from './hold-button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Changed {
  disabledReason?: string
  submitting?: boolean
}

function renderHold(props: Changed = {}) {
  const onHold = vi.fn<() => void>()
  const draw = (changed: Changed) => (
    <HoldButton icon="refresh" name="重启 Kite" onHold={onHold} {...changed}>
      重启
    </HoldButton>
  )
  const { rerender, unmount } = render(draw(props))
  const button = screen.getByRole('button', { name: '重启 Kite' })
  const user = userEvent.setup({ delay: null })
  return { onHold, button, user, unmount, redraw: (changed: Changed) => rerender(draw(changed)) }
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

/** A pointer goes down on the button, as browsers report it. */
const press = (button: HTMLElement, pointer: PointerEventInit = {}) =>
  fireEvent.pointerDown(button, { pointerType: 'mouse', isPrimary: true, button: 0, ...pointer })

/** It comes up again there, which makes a click. */
function release(button: HTMLElement): void {
  fireEvent.pointerUp(button)
  fireEvent.click(button, { detail: 1 })
}

/** Assistive technology clicks without a pointer or a key. */
const activate = (button: HTMLElement) => fireEvent.click(button, { detail: 0 })

/** The words on the button; those that only keep its width are hidden from all users. */
const shownWords = (button: HTMLElement) =>
  [...button.querySelectorAll('span > span:not([aria-hidden])')]
    .map(({ textContent }) => textContent)
    .join('')

test.each(['mouse', 'touch'])('G8 a %s that holds the button for 2 s acts once', async (device) => {
  const { onHold, button } = renderHold()
  press(button, { pointerType: device })
  await wait(holdDurationMs - 1)
  expect(shownWords(button)).toBe('继续按住')
  expect(onHold).not.toHaveBeenCalled()
  await wait(1)
  expect(onHold).toHaveBeenCalledOnce()
  expect(shownWords(button)).toBe('已触发')
  release(button)
  await wait(60_000)
  expect(onHold).toHaveBeenCalledOnce()
  expect(shownWords(button)).toBe('重启')
})

test.each([
  ['Enter', 'Enter', '{Enter>}', '{/Enter}'],
  ['Space', ' ', '[Space>]', '[/Space]'],
])('G8 %s held for 2 s acts once', async (_, key, down, up) => {
  const { onHold, button, user } = renderHold()
  await user.tab()
  await user.keyboard(down)
  await wait(holdDurationMs - 1)
  expect(onHold).not.toHaveBeenCalled()
  // The system repeats a key that stays down.
  fireEvent.keyDown(button, { key, repeat: true })
  await wait(1)
  expect(onHold).toHaveBeenCalledOnce()
  await user.keyboard(up)
  await wait(60_000)
  expect(onHold).toHaveBeenCalledOnce()
})

test('G8 it is described by how long to hold, or by why it cannot be held', () => {
  const { button, redraw } = renderHold()
  expect(button.getAttribute('aria-description')).toMatch(/^需要按住 2 秒才会执行/)
  redraw({ disabledReason: '维护中' })
  expect(button.getAttribute('aria-description')).toBe('维护中')
})

test('G8 released early by mouse it does nothing and announces how long to hold', async () => {
  const { onHold, button } = renderHold()
  press(button)
  await wait(holdDurationMs - 1)
  release(button)
  expect(screen.getByRole('status').textContent).toBe('按住 2 秒')
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('')
})

test('G8 a key released early does nothing and announces how long to hold', async () => {
  const { onHold, user } = renderHold()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('status').textContent).toBe('按住 2 秒')
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test.each<[string, (button: HTMLElement) => void]>([
  ['the pointer leaves the button', (button) => fireEvent.pointerLeave(button)],
  ['the page scrolls under the finger', (button) => fireEvent.pointerCancel(button)],
  ['the focus moves away', (button) => fireEvent.blur(button)],
  ['the window loses the focus', () => fireEvent.blur(window)],
  ['the tab is hidden', () => fireEvent(document, new Event('visibilitychange'))],
])('G8 holding stops without a word when %s', async (_, interrupt) => {
  const { onHold, button } = renderHold()
  press(button)
  await wait(holdDurationMs / 2)
  interrupt(button)
  expect(shownWords(button)).toBe('重启')
  expect(screen.getByRole('status').textContent).toBe('')
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test.each<[string, PointerEventInit]>([
  ['the right mouse button', { button: 2 }],
  ['a second finger', { pointerType: 'touch', isPrimary: false }],
  ['a pointer of assistive technology', { pointerType: '' }],
])('G8 %s does not hold', async (_, pointer) => {
  const { onHold, button } = renderHold()
  press(button, pointer)
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test('G8 the context menu stays closed while a finger holds the button', async () => {
  const { button } = renderHold()
  expect(fireEvent.contextMenu(button)).toBe(true)
  press(button, { pointerType: 'touch' })
  expect(fireEvent.contextMenu(button)).toBe(false)
})

test('G7 a disabled button says why and cannot be held or activated', async () => {
  const { onHold, button, user } = renderHold({ disabledReason: '维护中' })
  expect(button.ariaDisabled).toBe('true')
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter>}')
  press(button)
  await wait(holdDurationMs)
  activate(button)
  await wait(1_000)
  activate(button)
  expect(onHold).not.toHaveBeenCalled()
})

test('G8 while its action runs it is busy and cannot be held', async () => {
  const { onHold, button } = renderHold({ submitting: true })
  expect(button.ariaBusy).toBe('true')
  press(button)
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test('G7 a button that becomes disabled while it is held does not act', async () => {
  const { onHold, button, redraw } = renderHold()
  press(button)
  await wait(holdDurationMs / 2)
  redraw({ disabledReason: '维护中' })
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test('G8 assistive technology activates it twice, and announces so after the first time', async () => {
  const { onHold, button } = renderHold()
  activate(button)
  expect(screen.getByRole('status').textContent).toBe('再次激活即可确认')
  await wait(1_000)
  activate(button)
  expect(onHold).toHaveBeenCalledOnce()
})

test('G8 a click of the mouse is no activation', async () => {
  const { onHold, button } = renderHold()
  release(button)
  await wait(1_000)
  release(button)
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})

test('G8 a button that is removed while it is held does not act', async () => {
  const { onHold, button, unmount } = renderHold()
  press(button)
  unmount()
  await wait(60_000)
  expect(onHold).not.toHaveBeenCalled()
})
