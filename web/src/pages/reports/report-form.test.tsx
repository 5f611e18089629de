import { listOwnReports, reportPlayer } from '@clutch/contract/api/moderation/reports.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRouter } from '../../app/router/router-provider.tsx'
import { renderPage } from '../../app/testing/render-page.tsx'
import { stubPortal } from '../../app/testing/stub-portal.ts'
import { toastStore } from '../../ui/messages/toast-store.ts'
import { ReportForm } from './report-form.tsx'

const own = '76561198000000007'

function Page() {
  const router = useRouter()
  return (
    <>
      <ReportForm own={own} target={{ server: '019a8f5e-6d00-7000-8000-000000000002', name: 'Mallory' }} />
      <button type="button" onClick={() => router.history.push('/vip')}>
        leave
      </button>
    </>
  )
}

afterEach(() => toastStore.set([]))

test('J a report that is being written asks before the page is left; once it is sent it does not', async () => {
  const portal = stubPortal()
  portal.answer(listOwnReports, () => [])
  portal.answer(reportPlayer, () => ({
    id: '019a8f5e-6d00-7000-8000-000000000001',
    steamId: '76561198000000008',
    name: 'Mallory',
    reason: 'cheating' as const,
    text: 'aims at walls',
    at: 0,
    state: 'waiting' as const,
    note: '',
    closed: null,
  }))
  const { user, address } = await renderPage(<Page />, {
    address: '/reports?server=019a8f5e-6d00-7000-8000-000000000002&name=Mallory&from=x',
  })
  await user.type(screen.getByRole('textbox'), 'aims at walls')
  await user.click(screen.getByRole('button', { name: 'leave' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '继续填写' }))
  await user.click(screen.getByRole('button', { name: '举报' }))
  await expect.poll(address).toBe('/reports?from=x')
  await user.click(screen.getByRole('button', { name: 'leave' }))
  await expect.poll(address).toBe('/vip')
})
