import { defaultPortal } from '@clutch/contract/api/content/portal.ts'
import { checkEmail } from '@clutch/contract/api/accounts/sign-in.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PortalContext } from '../../app/portal/portal-context.ts'
import { renderPage } from '../../app/testing/render-page.tsx'
import { refuse, stubPortal } from '../../app/testing/stub-portal.ts'
import { recordSent } from './email/resend-store.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

const openRegistration = () =>
  renderPage(
    <PortalContext value={defaultPortal}>
      <SignInDialog mode="emailRegister" onClose={() => undefined} />
    </PortalContext>,
  )

afterEach(() => void vi.useRealTimers())

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

test('C6 a code that is pasted with spaces is taken whole', async () => {
  const { user } = await openRegistration()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /验证码/ })
  await user.click(field)
  await user.paste('123 456 7')
  expect(field.value).toBe('123456')
})

test('C6 a check of the address that fails does not keep anyone from registering', async () => {
  stubPortal().answer(checkEmail, () => refuse('RATE_LIMIT_EXCEEDED'))
  const { user } = await openRegistration()
  const field = await screen.findByRole('textbox', { name: /邮箱/ })
  await user.type(field, 'player@example.com')
  await user.tab()
  await waitFor(() => expect(field.getAttribute('aria-describedby')).not.toBeNull())
  await waitFor(() => expect(screen.queryByText('正在检查这个邮箱')).toBeNull())
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(screen.getByRole('button', { name: '注册' }).getAttribute('aria-disabled')).toBeNull()
})

test('C6 the countdown to another code starts when the mail was sent, not when the form was opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await openRegistration()
  await screen.findByRole('button', { name: '发送验证码' })
  vi.setSystemTime(Date.now() + 45_000)
  act(recordSent)
  expect(screen.getByRole('button', { name: /^60/ })).toBeDefined()
})
