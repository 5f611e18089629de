import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Switch } from '../../ui/buttons/switch.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { useLatestSave } from './use-latest-save.ts'

interface Switches {
  chat: boolean
  voice: boolean
}

/** Two switches whose saves settle when the test says so. */
function open() {
  const saves: { part: Partial<Switches>; settle: (worked: boolean) => void }[] = []
  function Page() {
    const [stored, setStored] = useState<Switches>({ chat: false, voice: false })
    const { value, change, busy, error } = useLatestSave(stored, async (part) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      saves.push({ part, settle: resolve })
      if (!(await promise)) throw new Error('refused')
      setStored((held) => ({ ...held, ...part }))
    })
    return (
      <>
        <Switch checked={value.chat} onChange={(chat) => change({ chat })}>
          chat
        </Switch>
        <Switch checked={value.voice} onChange={(voice) => change({ voice })}>
          voice
        </Switch>
        <output>{error !== null ? 'failed' : busy ? 'busy' : 'idle'}</output>
      </>
    )
  }
  return { page: <Page />, saves }
}

const states = () => screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)
const press = (name: string) => screen.getByRole('switch', { name })

test('J a press shows at once, and presses during a save are saved when it ends, the last of each', async () => {
  const { page, saves } = open()
  const { user } = await renderPage(page)
  await user.click(press('chat'))
  await user.click(press('voice'))
  await user.click(press('chat'))
  expect(states()).toEqual([false, true])
  expect(saves.map(({ part }) => part)).toEqual([{ chat: true }])
  saves[0]?.settle(true)
  await waitFor(() => expect(saves).toHaveLength(2))
  expect(saves[1]?.part).toEqual({ chat: false, voice: true })
  expect(states()).toEqual([false, true])
  saves[1]?.settle(true)
  await screen.findByText('idle')
  expect(states()).toEqual([false, true])
})

test('J after a save that failed what is stored is shown again', async () => {
  const { page, saves } = open()
  const { user } = await renderPage(page)
  await user.click(press('chat'))
  saves[0]?.settle(false)
  await screen.findByText('failed')
  expect(states()).toEqual([false, false])
})
