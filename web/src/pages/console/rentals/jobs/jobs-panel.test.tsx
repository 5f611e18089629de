import { operatorListFleetJobs, type FleetJob } from '@clutch/contract/api/rentals/operator-fleet-jobs.ts'
import { operatorListRegions } from '@clutch/contract/api/rentals/operator-regions.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../app/testing/render-page.tsx'
import { stubPortal } from '../../../../app/testing/stub-portal.ts'
import { JobsPanel } from './jobs-panel.tsx'

const drain: FleetJob = {
  id: '00000000-0000-7000-8000-000000000001',
  kind: 'drain',
  hostName: 'local',
  region: null,
  started: 1,
  deadline: null,
  parallel: 2,
  cancelled: null,
  ended: null,
  servers: [],
}

test.each([
  { jobs: [], text: '没有正在进行的操作' },
  { jobs: [drain], text: '正在进行 1 项，最近结束 0 项。' },
  {
    jobs: [drain, { ...drain, id: drain.id.replace(/1$/, '2'), ended: 2 }],
    text: '正在进行 1 项，最近结束 1 项。',
  },
])('J R9 the panel of drains and restarts says how many there are: $text', async ({ jobs, text }) => {
  const portal = stubPortal()
  portal.answer(operatorListFleetJobs, () => jobs)
  portal.answer(operatorListRegions, () => [])
  await renderPage(<JobsPanel />, { address: '/admin/rentals/hosts' })
  const panel = (await screen.findByRole('heading', { name: '腾空与批量重启' })).closest('section')
  expect(panel).not.toBeNull()
  if (panel) expect(await within(panel).findByText(text)).toBeDefined()
})
