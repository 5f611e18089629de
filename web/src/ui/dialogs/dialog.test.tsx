import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../app/testing/render-page.tsx'
import { Button } from '../buttons/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

/** A dialog with an opener, and a question over it. */
function Page({ onRemove = () => undefined }: { onRemove?: () => void }) {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button>Behind</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Server"
        initialFocus={() => document.querySelector<HTMLElement>('[aria-label="Name"]')}
        footer={<Button onClick={() => setAsking(true)}>Remove</Button>}
      >
        <input aria-label="Name" />
        <ConfirmDialog
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={onRemove}
          title="Remove it?"
          message="It cannot be restored."
          action="Remove for good"
        />
      </Dialog>
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open', hidden: true })

async function renderOpened(page = <Page />) {
  const { user } = await renderPage(page)
  await user.click(opener())
  const dialog = await screen.findByRole('dialog', { name: 'Server' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
  return { user, dialog }
}

test('J a dialog is named by its title and hides the page behind it', async () => {
  await renderOpened()
  expect(screen.queryByRole('button', { name: 'Behind' })).toBeNull()
})

test.each([
  ['forwards', {}],
  ['backwards', { shift: true }],
])('J Tab goes round %s within a dialog', async (_, options) => {
  const { user, dialog } = await renderOpened()
  const inside = [screen.getByRole('textbox', { name: 'Name' }), ...within(dialog).getAllByRole('button')]
  const visited = new Set<Element | null>()
  for (let step = 0; step < 2 * inside.length; step++) {
    await user.tab(options)
    // The edges of a dialog pass the focus on to its other end.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    visited.add(document.activeElement)
  }
  expect(inside).toHaveLength(3)
  expect(visited).toEqual(new Set(inside))
})

test.each(['Escape', 'the cross'])(
  'J %s closes a dialog and returns the focus to its opener',
  async (how) => {
    const { user } = await renderOpened()
    if (how === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  },
)

test('J a question has the focus on cancel, and Escape closes the question alone', async () => {
  const remove = vi.fn<() => void>()
  const { user } = await renderOpened(<Page onRemove={remove} />)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('alertdialog', { name: 'Remove it?', description: 'It cannot be restored.' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '取消' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  screen.getByRole('dialog', { name: 'Server' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })))
  expect(remove).not.toHaveBeenCalled()
})

test('J a question is confirmed by its own words', async () => {
  const remove = vi.fn<() => void>()
  const { user } = await renderOpened(<Page onRemove={remove} />)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove for good' }))
  expect(remove).toHaveBeenCalledOnce()
})

test('J a question that runs cannot be confirmed twice, and says why it failed', async () => {
  const confirm = vi.fn<() => void>()
  const question = {
    open: true,
    onCancel: () => undefined,
    onConfirm: confirm,
    title: 'Remove it?',
    message: '',
  }
  const { user } = await renderPage(
    <ConfirmDialog {...question} action="Remove" submitting error="It is gone already" />,
  )
  const button = await screen.findByRole('button', { name: 'Remove' })
  await user.click(button)
  expect(confirm).not.toHaveBeenCalled()
  expect(button.ariaBusy).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('It is gone already')
})
