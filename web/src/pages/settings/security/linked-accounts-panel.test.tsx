import { listLinkedAccounts, startAccountLink } from '@clutch/contract/api/accounts/linked-accounts.ts'
import { startSteamSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../app/testing/render-page.tsx'
import { refuse, stubPortal } from '../../../app/testing/stub-portal.ts'
import { LinkedAccountsPanel } from './linked-accounts-panel.tsx'

test('J2 a player whose sign-in is too old to link an account is led to Steam', async () => {
  const portal = stubPortal()
  portal.answer(listLinkedAccounts, () => [{ provider: 'discord' as const, account: null }])
  portal.answer(startAccountLink, () => refuse('session.sign_in_again'))
  const { user } = await renderPage(<LinkedAccountsPanel steamId="76561198000000001" />, {
    language: 'en',
    address: '/settings/security',
  })
  await user.click(await screen.findByRole('button', { name: 'Link Discord' }))
  const way = await screen.findByRole('link', { name: /Steam/ })
  expect(way.getAttribute('href')).toBe(startSteamSignIn.path)
  screen.getByText('This requires a Steam sign-in within the last ten minutes.')
})
