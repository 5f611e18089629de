import { Link } from '../router/page-anchor.tsx'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../../ui/buttons/button.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { useUnsavedChanges } from './use-unsaved-changes.tsx'

const words = { title: 'Discard it?', message: 'It is not saved.', action: 'Discard', keep: 'Keep writing' }

/** A form that is a part of its page, with a link away and one to the same page. */
function Page({ label = 'Name', onDiscard }: { label?: string; onDiscard?: () => void }) {
  const [text, setText] = useState('')
  const { close, question } = useUnsavedChanges({
    changed: text !== '',
    words,
    ...(onDiscard && { onDiscard }),
  })
  return (
    <>
      <input aria-label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Button onClick={close}>Close</Button>
      <Button onClick={() => setText('')}>Save</Button>
      <Link to="/vip">VIP</Link>
      {question}
    </>
  )
}

const asked = () => screen.findByRole('alertdialog', { name: 'Discard it?', description: 'It is not saved.' })
const notAsked = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

async function openPage(page = <Page />) {
  const rendered = await renderPage(page, { address: '/settings' })
  const { user } = rendered
  return {
    ...rendered,
    type: (text: string) => user.type(screen.getByRole('textbox', { name: 'Name' }), text),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    follow: () => user.click(screen.getByRole('link', { name: 'VIP' })),
  }
}

test('J an untouched form is left and closed without a question', async () => {
  const onDiscard = vi.fn<() => void>()
  const { press, follow, address } = await openPage(<Page onDiscard={onDiscard} />)
  await press('Close')
  expect(onDiscard).toHaveBeenCalledOnce()
  await follow()
  await expect.poll(address).toBe('/vip')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['Keep writing', '/settings'],
  ['Discard', '/vip'],
])('J a link away from a form with unsaved text asks first: %s', async (answer, where) => {
  const { type, press, follow, address } = await openPage()
  await type('Kite')
  await follow()
  await asked()
  expect(address()).toBe('/settings')
  await press(answer)
  await notAsked()
  await expect.poll(address).toBe(where)
})

test('J after a save the page is left without a question', async () => {
  const { type, press, follow, address } = await openPage()
  await type('Kite')
  await press('Save')
  await follow()
  await expect.poll(address).toBe('/vip')
})

test('J each way out asks again after an answer to stay', async () => {
  const { type, press, follow, user } = await openPage()
  await type('Kite')
  for (let time = 0; time < 2; time++) {
    await follow()
    await asked()
    await user.keyboard('{Escape}')
    await notAsked()
  }
  await press('Close')
  expect(await asked()).toBeDefined()
})

test('J closing a form with unsaved text asks first, and closes it only when it is discarded', async () => {
  const onDiscard = vi.fn<() => void>()
  const { type, press } = await openPage(<Page onDiscard={onDiscard} />)
  await type('Kite')
  await press('Close')
  await asked()
  expect(onDiscard).not.toHaveBeenCalled()
  await press('Discard')
  await notAsked()
  expect(onDiscard).toHaveBeenCalledOnce()
})

test('J two unsaved forms of a page ask once', async () => {
  const { type, user, press, address } = await openPage(
    <>
      <Page />
      <Page label="Other" />
    </>,
  )
  await type('Kite')
  await user.type(screen.getByRole('textbox', { name: 'Other' }), 'Kite')
  const [link] = screen.getAllByRole('link', { name: 'VIP' })
  if (link) await user.click(link)
  await asked()
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  await press('Discard')
  await expect.poll(address).toBe('/vip')
  await notAsked()
})
