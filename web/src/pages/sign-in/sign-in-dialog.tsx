import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { logOut } from '../../app/account/account.queries.ts'
import { usePortal } from '../../app/portal/portal-context.ts'
import { getAccountButton } from '../../app/account/account-focus.ts'
import { getBinding, getSession } from '../../app/session/session.ts'
import { type SignInMode, openSignIn } from '../../app/sign-in/sign-in-dialog-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { EmailLogin } from './email/email-login.tsx'
import { EmailRegister } from './email/email-register.tsx'
import type { ModeProps } from './mode-props.ts'
import { ResetRequest } from './password-reset/reset-request.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SteamBinding } from './steam-binding/steam-binding.tsx'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Facts } from '../../ui/tables/facts.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { blockedStore } from './blocked-store.ts'
import { linkProviderNames } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { startLinkedSignIn, startSteamSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import { saveReturnPage } from '../../app/sign-in/return-page.ts'
import { FormText, FormSeparator } from '../../ui/forms/form.tsx'
import { useStore } from '../../ui/state/store.ts'

interface SignInDialogProps {
  /** Null while it is closed. */
  mode: SignInMode | null
  onClose: () => void
}

const modeBodies: Record<SignInMode, ComponentType<ModeProps>> = {
  main: MainChoice,
  emailLogin: EmailLogin,
  emailRegister: EmailRegister,
  resetPassword: ResetRequest,
  steamBinding: SteamBinding,
  secondFactor: SecondFactor,
  blocked: BlockedNotice,
}

/** C1: the sign-in dialog with its modes. */
export function SignInDialog({ mode, onClose }: SignInDialogProps) {
  const [shown, setShown] = useState<SignInMode>(mode ?? 'main')
  const [email, setEmail] = useState(() => getBinding()?.email ?? '')
  const { name } = usePortal()
  const title = useTitle(shown)
  const { t } = useTranslation()
  const body = useRef<HTMLDivElement>(null)
  // The content remains while the dialog closes.
  if (mode !== null && mode !== shown) setShown(mode)

  const moved = useRef(shown)
  useEffect(() => {
    if (moved.current !== shown && mode !== null) findFirstControl(body.current)?.focus()
    moved.current = shown
  }, [shown, mode])

  const Body = modeBodies[shown]
  return (
    <Dialog
      open={mode !== null}
      onClose={onClose}
      title={title}
      welcome={
        shown === 'main' ? { letter: name.charAt(0).toUpperCase(), lead: t(($) => $.signIn.lead) } : undefined
      }
      onBack={previousMode(shown)}
      links={<Links mode={shown} onClose={onClose} />}
      initialFocus={() => findFirstControl(body.current)}
      finalFocus={() => (getSession() === null ? true : getAccountButton())}
    >
      <div ref={body}>
        <Body email={email} setEmail={setEmail} onDone={onClose} />
      </div>
    </Dialog>
  )
}

/** The field or the button that comes first. */
function findFirstControl(body: HTMLElement | null): HTMLElement | null {
  return body?.querySelector<HTMLElement>('input, a[href], button') ?? null
}

function useTitle(mode: SignInMode): string {
  const { name } = usePortal()
  const { t } = useTranslation()
  const titles: Record<SignInMode, string> = {
    main: t(($) => $.signIn.title, { name }),
    emailLogin: t(($) => $.signIn.login.title),
    emailRegister: t(($) => $.signIn.register.title),
    resetPassword: t(($) => $.signIn.reset.title),
    steamBinding: t(($) => $.signIn.binding.title),
    secondFactor: t(($) => $.signIn.factor.title),
    blocked: t(($) => $.signIn.blocked.title),
  }
  return titles[mode]
}

/** Returns the step back; undefined if there is none. */
function previousMode(mode: SignInMode): (() => void) | undefined {
  if (mode === 'main' || mode === 'secondFactor' || mode === 'blocked') return undefined
  return () => openSignIn(mode === 'emailLogin' ? 'main' : 'emailLogin')
}

function Links({ mode, onClose }: { mode: SignInMode; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  if (mode === 'main' || mode === 'emailLogin') {
    return (
      <>
        <span>
          {t(($) => $.signIn.noAccount)}{' '}
          <ModeLink to="emailRegister">{t(($) => $.signIn.toRegister)}</ModeLink>
        </span>
        <ModeLink to="resetPassword">{t(($) => $.signIn.forgot)}</ModeLink>
      </>
    )
  }
  if (mode === 'emailRegister') {
    return (
      <span>
        {t(($) => $.signIn.hasAccount)} <ModeLink to="emailLogin">{t(($) => $.signIn.toLogin)}</ModeLink>
      </span>
    )
  }
  if (mode === 'secondFactor') {
    const leave = () => {
      onClose()
      void logOut()
    }
    return <LinkButton onClick={leave}>{t(($) => $.signIn.factor.leave)}</LinkButton>
  }
  return (
    <ModeLink to={mode === 'blocked' ? 'main' : 'emailLogin'}>{t(($) => $.signIn.reset.toLogin)}</ModeLink>
  )
}

function ModeLink({ to, children }: { to: SignInMode; children: string }) {
  return <LinkButton onClick={() => openSignIn(to)}>{children}</LinkButton>
}

/** C16: an operator keeps this player out: why, and until when. */
function BlockedNotice({ onDone }: ModeProps) {
  const { t, i18n } = useTranslation()
  const blocked = useStore(blockedStore)
  const until =
    blocked?.expires == null
      ? t(($) => $.signIn.blocked.forGood)
      : formatDayTimeAndYear(blocked.expires, i18n.language)
  return (
    <Stack gap="l">
      <Note tone="bad">{t(($) => $.signIn.blocked.text)}</Note>
      <Facts
        facts={[
          { name: t(($) => $.signIn.blocked.reason), text: blocked?.reason ?? '' },
          { name: t(($) => $.signIn.blocked.until), text: until },
        ]}
      />
      <Button onClick={onDone}>{t(($) => $.common.close)}</Button>
    </Stack>
  )
}

/** C1, C2: Steam, which is a step away from the portal, e-mail, or an account that was linked before. */
function MainChoice() {
  const { t } = useTranslation()
  const { signIn = [] } = usePortal()
  return (
    <Stack gap="l">
      <div>
        <ButtonLink
          href={startSteamSignIn.path}
          variant="primary"
          wide
          icon="gamepad"
          onClick={saveReturnPage}
        >
          {t(($) => $.signIn.by, { name: 'Steam' })}
        </ButtonLink>
        <FormSeparator>{t(($) => $.signIn.or)}</FormSeparator>
        <Button wide icon="mail" onClick={() => openSignIn('emailLogin')}>
          {t(($) => $.signIn.withEmail)}
        </Button>
      </div>
      {signIn.map((provider) => (
        <ButtonLink
          key={provider}
          href={startLinkedSignIn.path.replace(':provider', provider)}
          wide
          onClick={saveReturnPage}
        >
          {t(($) => $.signIn.by, { name: linkProviderNames[provider] })}
        </ButtonLink>
      ))}
      <FormText small>{t(($) => $.signIn.steamHint)}</FormText>
    </Stack>
  )
}
