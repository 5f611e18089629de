import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PortalContext } from '../../app/portal/portal-context.ts'
import { renderPage } from '../../app/testing/render-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

test.each([
  ['zh', ['通过 Steam 登录', '通过 Discord 登录', '通过 QQ 登录']],
  ['en', ['Sign in with Steam', 'Sign in with Discord', 'Sign in with QQ']],
] as const)('C1 C2 the services that sign in are offered by their names, %s', async (language, names) => {
  const portal = { ...defaultPortal, signIn: ['discord' as const, 'qq' as const] }
  await renderPage(
    <PortalContext value={portal}>
      <SignInDialog mode="main" onClose={() => undefined} />
    </PortalContext>,
    { language },
  )
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(names)
})
